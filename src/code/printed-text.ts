/** Characters of what a scorer prints that are shown. */
const SHOWN = 64 * 1024;

/** Passes on what a scorer prints, up to a limit: a scorer that prints without end must not fill the screen or a log. */
export function limitedPrint(print: (text: string) => void): (text: string) => void {
  let left = SHOWN;
  return (text) => {
    if (left <= 0) return;
    print(text.slice(0, left));
    left -= text.length;
    if (left <= 0) print(`\n(what it prints after ${SHOWN} characters is left out)\n`);
  };
}
