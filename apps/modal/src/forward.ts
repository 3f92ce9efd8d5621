type Async = (...args: never[]) => Promise<unknown>

/** Methods of an object that is loaded when the first of them is called. They reject with the load's error, and with their own. */
export const forward = <const name extends string, target extends Readonly<Record<name, Async>>>(
  load: () => Promise<target>,
  ...names: readonly name[]
): Pick<target, name> => {
  const call =
    (name: name) =>
    async (...args: never[]): Promise<unknown> =>
      (await load())[name](...args)
  // Each is created from the method of its name, and has its type.
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Pick<target, name>
}
