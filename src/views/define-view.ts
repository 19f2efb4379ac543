/** A named, memoised and versioned reading of a trace or session: computed once for each, and never changed. */
export interface View<In extends object, Out> {
  (input: In): Out;
  readonly viewName: string;
  readonly version: number;
}

/** Makes a view. The result lives as long as its input. */
export function defineView<In extends object, Out>(
  viewName: string,
  version: number,
  compute: (input: In) => Out,
): View<In, Out> {
  const memo = new WeakMap<In, { readonly value: Out }>();
  const view = (input: In): Out => {
    const known = memo.get(input);
    if (known) return known.value;
    const value = compute(input);
    memo.set(input, { value });
    return value;
  };
  return Object.assign(view, { viewName, version });
}
