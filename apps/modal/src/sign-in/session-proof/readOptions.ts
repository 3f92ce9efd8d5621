import type { ModalOptions } from '../../Modal.ts'
import type { ReadProof } from '../../options/parseOptions.ts'
import { exact, fields, flag, list, type OptionProblem, type Rule, text } from '../../options/rules.ts'
import type { SiweConfig, SiwxOption, SiwxSettings } from './SessionProof.ts'

/** An object with all of these functions, and with flags beside them: half of it is none. */
const functions = <shape>(names: string, flags: string, example: string) =>
  exact({ takes: { takes: 'takes.object' }, example }, (value): value is shape => {
    const given = Object.entries(Object(value)).filter(([, part]) => part !== undefined)
    const isRight = ([name, part]: [string, unknown]) =>
      names.split(' ').includes(name)
        ? typeof part === 'function'
        : flags.split(' ').includes(name) && typeof part === 'boolean'
    return given.every(isRight) && names.split(' ').every((name) => given.some(([known]) => known === name))
  })

// not words: names of options.
const backend = 'createMessage addSession getSessions revokeSession'
const siwxBackend = functions<SiwxOption>(backend, 'isRequired', `siwx: { ${backend.replaceAll(' ', ', ')} }`)
const siwxSettings = fields<SiwxSettings>(
  { isRequired: flag, statement: text(300, 1), resources: list(text(300, 1), "resources: ['https://…']", 10) },
  'siwx: { isRequired: true }',
)
/** One function implies all of them: nothing falls back to the api that the site meant to do itself. */
const siwx: Rule<NonNullable<ModalOptions['siwx']>> = (value, at, report) => {
  const isBackend = Object.keys(Object(value)).some((name) => backend.split(' ').includes(name))
  return (isBackend ? siwxBackend : siwxSettings)(value, at, report)
}

// not words: names of options.
const siwe = 'getNonce getMessageParams createMessage verifyMessage getSession signOut'
const siweConfig = functions<SiweConfig>(
  siwe,
  // not words: names of options.
  'required signOutOnDisconnect signOutOnAccountChange signOutOnNetworkChange',
  `siweConfig: { ${siwe.replaceAll(' ', ', ')} }`,
)

/** Half of it could let accounts in unsigned: a mistake in one of the two, or both of them at once, is as if something required were missing. */
export const readOptions: ReadProof = (given, report) => {
  const problems: OptionProblem[] = []
  const add = (problem: OptionProblem): void => void problems.push(problem)
  const read = <value>(rule: Rule<value>, option: 'siwx' | 'siweConfig'): value | undefined =>
    given[option] === undefined ? undefined : rule(given[option], option, add)
  const [own, ethereum] = [read(siwx, 'siwx'), read(siweConfig, 'siweConfig')]
  if (given.siwx !== undefined && given.siweConfig !== undefined)
    add({ option: 'siweConfig', kind: 'both', found: undefined })
  for (const problem of problems) report(problem)
  if (problems.length > 0) return null
  return { ...(own !== undefined && { siwx: own }), ...(ethereum !== undefined && { siweConfig: ethereum }) }
}
