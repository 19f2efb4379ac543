/** What JSON.stringify leaves raw and a terminal, an editor or the log of a CI job would act on. */
const ACTING =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff]|\udb40[\udc00-\udc7f]|(?<=#)#/g;

/** Most texts: printable ASCII without two # in a row. */
const PLAIN = /^(?:[ !"$-~]|#(?!#))*$/;

/** JSON of a text; acting characters are written as `\u…`, so that the value stays the same. */
export function jsonText(text: string): string {
  const plain = JSON.stringify(text);
  if (PLAIN.test(plain)) return plain;
  return plain.replace(ACTING, (found) =>
    [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
