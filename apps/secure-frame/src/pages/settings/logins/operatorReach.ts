import type { LoginProvider } from '@latchkey/api-client'
import { providerNames } from '../../../login/providerNames.ts'

/** Providers whose word both services check for themselves; of the others, custody has but that of the api. */
const checkedByBoth: ReadonlySet<LoginProvider> = new Set(['google', 'apple', 'farcaster'])

/** Those of them whose word only one of the two services can check, as people call them, each once. */
export const uncheckedNames = (providers: readonly LoginProvider[]): readonly string[] =>
  [...new Set(providers)].filter((provider) => !checkedByBoth.has(provider)).map((provider) => providerNames[provider])

/** One or several in a sentence: "GitHub, X, or Discord". */
export const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
