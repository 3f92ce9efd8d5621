import { errorCopy } from '@latchkey/copy/error'
import { AppError, catalogue, type ErrorName } from '@latchkey/protocol/errors'
import { toProviderError } from '../../../../apps/modal/src/provider/toProviderError.ts'
import { explanations } from './explanations.ts'

/** Address of an error's page. */
const errorPath = (name: ErrorName): string => `errors/${name.toLowerCase()}`

/** The code that a page gets from a provider. */
const codeOf = (name: ErrorName): number => toProviderError(new AppError(name)).code

const placeholders = { seconds: 60, reason: 'the reason', capability: 'a capability' } as const

const describeError = (name: ErrorName): string => {
  const { http, retry, message } = catalogue[name]
  const code = codeOf(name)
  const { cause, fix } = explanations[name]
  const { title, body } = errorCopy(new AppError(name, { details: placeholders }))
  return [
    `# ${name}`,
    cause,
    '## Fix',
    fix,
    '## Facts',
    [
      '| | |',
      '|---|---|',
      `| \`code\` | ${code} |`,
      `| \`message\` | ${message.replaceAll(/\{(\w+)\}/g, '`{$1}`')} |`,
      `| \`data.name\` | \`${name}\` |`,
      `| HTTP status of api and custody | ${http} |`,
      `| The same request may succeed later | ${retry ? 'yes' : 'no'} |`,
      `| What the user reads | ${title}. ${body} |`,
    ].join('\n'),
    'All errors: [the catalogue](/errors).',
    '',
  ].join('\n\n')
}

const index = (names: readonly ErrorName[]): string =>
  [
    '# Errors',
    'Every failure that crosses a boundary is a row of one catalogue. A provider rejects with an `Error` that has `code` (EIP-1193, EIP-1474,' +
      ' JSON-RPC 2.0), `message`, and `data.name`: the name below. Decide by `data.name` where several errors share a code.',
    [
      '| Name | Code | HTTP | Again | Cause |',
      '|---|---|---|---|---|',
      ...names.map((name) => {
        const { http, retry } = catalogue[name]
        const code = codeOf(name)
        return `| [${name}](/${errorPath(name)}) | ${code} | ${http} | ${retry ? 'yes' : ''} | ${explanations[name].cause} |`
      }),
    ].join('\n'),
    '',
  ].join('\n\n')

/** Returns the pages of all errors, by address: a list, and one page for each. */
export const describeErrors = (): ReadonlyMap<string, string> => {
  const names = Object.keys(catalogue) as ErrorName[]
  return new Map([['errors', index(names)], ...names.map((name) => [errorPath(name), describeError(name)] as const)])
}
