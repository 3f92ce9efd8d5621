/** Returns the branch of an ICU plural: the exact number's, else that of the language's plural category. */
export const plural = (
  language: string,
  count: number,
  branches: Readonly<Record<string, string>>,
  { offset = 0, type = 'cardinal' }: { offset?: number; type?: Intl.PluralRuleType } = {},
): string =>
  branches[`=${count}`] ??
  branches[new Intl.PluralRules(language, { type }).select(count - offset)] ??
  branches.other ??
  ''

/** Returns the branch of an ICU select. */
export const select = (value: string, branches: Readonly<Record<string, string>>): string =>
  (Object.hasOwn(branches, value) ? branches[value] : undefined) ?? branches.other ?? ''

/** Returns a number as the language writes it. */
export const number = (language: string, value: number): string => new Intl.NumberFormat(language).format(value)
