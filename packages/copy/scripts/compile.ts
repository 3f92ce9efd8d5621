import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileMessage } from './compileMessage.ts'
import { pseudo } from './pseudo.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The pseudo-locale: it reveals texts that aren't in the catalogue, and layouts that are too narrow. */
export const pseudoLanguage = 'en-XA'

/** Messages by key. Nested objects in a file group keys: `{ "TIMEOUT": { "title": … } }` is `TIMEOUT.title`. */
type Flat = ReadonlyMap<string, string>
type Nested = { readonly [key: string]: string | Nested }

const flatten = (nested: Nested, prefix = ''): [string, string][] =>
  Object.entries(nested).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )

const read = (language: string, feature: string): Flat =>
  new Map(flatten(JSON.parse(readFileSync(join(root, language, `${feature}.json`), 'utf8')) as Nested))

const featuresOf = (language: string): string[] =>
  readdirSync(join(root, language))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted()

const head = (language: string, feature: string): string =>
  `// Compiled from ${language}/${feature}.json by scripts/compile.ts.\n`

/** Compiles a feature of one language to the source of a module. `english` holds the arguments a translation may use. */
export const compileFeature = (
  language: string,
  feature: string,
  messages: Flat,
  { english, change }: { english?: Flat; change?: (text: string) => string } = {},
): string => {
  const rows = [...messages].map(([key, message]) => {
    const where = `${language}/${feature}.json: ${key}`
    try {
      const { code, values } = compileMessage(message, language, change)
      const original = english?.get(key)
      if (english !== undefined && original === undefined) throw new Error('English has no such key')
      const known = original === undefined ? values : compileMessage(original, 'en').values
      for (const name of values.keys()) if (!known.has(name)) throw new Error(`English has no argument {${name}}`)
      if (known.size === 0) return `  ${JSON.stringify(key)}: ${code},`
      const types = [...known].map(([name, type]) => `${JSON.stringify(name)}: ${type}`).join('; ')
      return `  ${JSON.stringify(key)}: (${values.size === 0 ? '_v' : 'v'}: { ${types} }) => ${code},`
    } catch (error) {
      throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  })
  const body = `export const messages = {\n${rows.join('\n')}\n} as const\n`
  const used = ['number', 'plural', 'select'].filter((name) => body.includes(`\${${name}(`))
  const imports = used.length === 0 ? '' : `import { ${used.join(', ')} } from '../../src/format.ts'\n`
  return `${head(language, feature)}${imports}${body}`
}

/** Writes a file unless its content is the same, so that a watcher sees real changes only. */
const write = (path: string, text: string): void => {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

/**
 * Features whose messages a site may replace, in the modal. Excluded: alerts, which are for its developers, `sessionProof`, which describes
 * what is about to be signed, and everything that the wallet's own document shows.
 */
export const siteFeatures = [
  'account',
  'accountType',
  'activity',
  'allWallets',
  'buy',
  'common',
  'connect',
  'connecting',
  'emailCapture',
  'emailChange',
  'errors',
  'exchange',
  'modal',
  'moveFunds',
  'names',
  'namespaces',
  'networks',
  'pairing',
  'permissions',
  'profile',
  'receive',
  'sell',
  'send',
  'social',
  'swap',
  'tokens',
  'upgrade',
  'walletHelp',
  'walletViews',
  'wallets',
] as const

/** Their messages around an approval: a site must not name what its user is about to approve. */
const withheld =
  /^(?:modal\.(?:approval\..*|title\.ApproveTransaction|said\.approve|frameTitle|forDevelopers)|walletViews\.approval.*)$/

const siteTexts = (): string => {
  const rows = siteFeatures.flatMap((feature) =>
    [...read('en', feature)].flatMap(([key, message]) => {
      const name = `${feature}.${key}`
      const placeholders = [...compileMessage(message, 'en').values.keys()].toSorted().join(' ')
      return withheld.test(name) ? [] : [`  ${JSON.stringify(name)}: ${JSON.stringify(placeholders)},`]
    }),
  )
  return `// Compiled from en by scripts/compile.ts.\n/** The messages that a site may word itself, each with the names of its placeholders. */\nexport const siteTexts = {\n${rows.join('\n')}\n} as const\n`
}

const index = (features: readonly string[]): string =>
  `import type { LanguageChunks } from '../../src/language.ts'\n\nexport const chunks: LanguageChunks = {\n${features
    .map((feature) => `  ${JSON.stringify(feature)}: () => import('./${feature}.ts'),`)
    .join('\n')}\n}\n`

/**
 * Compiles the catalogue into `generated/`: `<feature>.ts` exports the feature's `t`, `<language>/<feature>.ts` the messages.
 *
 * Throws `Error` that names file and key for a message that can't be compiled, a key or argument that English lacks.
 */
export const compileCatalogue = (): void => {
  const languages = readdirSync(root).filter((name) => /^[a-z]{2}(-[A-Za-z]+)?$/.test(name) && name !== pseudoLanguage)
  const features = featuresOf('en')
  const kept = new Set<string>()
  const emit = (path: string, text: string): void => {
    kept.add(path)
    write(join(root, 'generated', path), text)
  }
  for (const language of [...languages, pseudoLanguage])
    mkdirSync(join(root, 'generated', language), { recursive: true })
  for (const feature of features) {
    const english = read('en', feature)
    emit(`en/${feature}.ts`, compileFeature('en', feature, english))
    emit(
      `${pseudoLanguage}/${feature}.ts`,
      compileFeature(pseudoLanguage, feature, english, { english, change: pseudo }),
    )
    emit(
      `${feature}.ts`,
      `${head('en', feature)}import { createCopy } from '../src/createCopy.ts'\nimport { messages } from './en/${feature}.ts'\n\nexport const t = createCopy(${JSON.stringify(feature)}, messages)\n`,
    )
  }
  emit(`${pseudoLanguage}/index.ts`, index(features))
  emit('siteTexts.ts', siteTexts())
  for (const language of languages.filter((name) => name !== 'en')) {
    const own = featuresOf(language)
    for (const feature of own)
      emit(
        `${language}/${feature}.ts`,
        compileFeature(language, feature, read(language, feature), { english: read('en', feature) }),
      )
    emit(`${language}/index.ts`, index(own))
  }
  for (const file of readdirSync(join(root, 'generated'), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !kept.has(file.replaceAll('\\', '/'))) rmSync(join(root, 'generated', file))
}

if (import.meta.main) compileCatalogue()
