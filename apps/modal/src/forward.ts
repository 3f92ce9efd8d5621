type Async = (...args: never[]) => Promise<unknown>

/** Methods of what is loaded when the first of them is called. They reject with what loading it rejects with, and with what they themselves do. */
export const forward = <const name extends string, target extends Readonly<Record<name, Async>>>(
  load: () => Promise<target>,
  ...names: readonly name[]
): Pick<target, name> => {
  const call =
    (name: name) =>
    async (...args: never[]): Promise<unknown> =>
      (await load())[name](...args)
  // Each is made of the method of its name, and has its type.
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Pick<target, name>
}
