import { parseArgs } from 'node:util'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { type Profile, profiles } from './Profile.ts'
import type { Target } from './Target.ts'

/** The output of `latchkey-conformance --help`. */
export const usage = `Usage: latchkey-conformance <frame url> --project <id> --mail <inbox url> [options]

  --project <id>        project that the frame is opened for
  --mail <inbox url>    where mails can be read: GET <inbox url>/api/messages?to=<address>
  --profile <4|5|both>  which wire profiles to check (both)
  --origin <origin>     an origin that the project lists; nothing has to run there (http://localhost:3000)
  --chains <id,id>      two EVM chains that the frame serves (31337,1337)
  --confirm <pattern>   name of the button that agrees (confirm|sign|approve)
  --reject <pattern>    name of the button that declines (reject(?! all)|decline|cancel)
  --timeout <ms>        how long each single wait may take (10000)
  --browser <path>      a Chromium ($CHROMIUM, or ${chromiumLaunch.executablePath})
  --json                print one JSON document instead of lines
  --help                print this

Exits 0 when every rule holds, 1 when one does not, 2 when it could not be checked.`

/** The parsed command line: what to test, in which profiles, and how to report it. */
export type Options = { target: Target; profiles: readonly Profile[]; browserPath: string; isJson: boolean }

const parseUrl = (what: string, value: string | undefined): URL => {
  if (value === undefined) throw new Error(`${what} is missing`)
  if (!URL.canParse(value) || !/^https?:/.test(value)) throw new Error(`${what} is no http address: ${value}`)
  return new URL(value)
}

const parseFrameUrl = (value: string | undefined): URL => {
  const url = parseUrl('<frame url>', value)
  if (url.pathname === '/') url.pathname = '/sdk'
  url.search = ''
  url.hash = ''
  return url
}

const parsePattern = (what: string, value: string): RegExp => {
  try {
    return new RegExp(value, 'i')
  } catch {
    throw new Error(`${what} is no pattern: ${value}`)
  }
}

const parseChains = (value: string): Target['chains'] => {
  const [first, second, ...others] = value.split(',').map(Number)
  const isChain = (id: number | undefined): id is number => Number.isSafeInteger(id) && (id ?? 0) > 0
  if (!isChain(first) || !isChain(second) || others.length > 0 || first === second) {
    throw new Error(`--chains takes two different EVM chain ids, such as 1,11155111, not ${value}`)
  }
  return [first, second]
}

const parseTimeout = (value: string): number => {
  const timeoutMs = Number(value)
  if (Number.isSafeInteger(timeoutMs) && timeoutMs > 0) return timeoutMs
  throw new Error(`--timeout takes a number of milliseconds, not ${value}`)
}

const parseProfiles = (value: string): readonly Profile[] => {
  const chosen = profiles.filter((profile) => value === 'both' || value === String(profile))
  if (chosen.length === 0) throw new Error(`--profile is 4, 5 or both, not ${value}`)
  return chosen
}

/** Returns whether a command line asks for help; its other arguments are then ignored. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help')

/** Parses a command line. Throws a one-line `Error` for an invalid one. */
export const parseOptions = (args: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      mail: { type: 'string' },
      profile: { type: 'string', default: 'both' },
      origin: { type: 'string', default: 'http://localhost:3000' },
      chains: { type: 'string', default: '31337,1337' },
      confirm: { type: 'string', default: 'confirm|sign|approve' },
      reject: { type: 'string', default: 'reject(?! all)|decline|cancel' },
      timeout: { type: 'string', default: '10000' },
      browser: { type: 'string', default: chromiumLaunch.executablePath },
      json: { type: 'boolean', default: false },
    },
  })
  const [frame, ...others] = positionals
  if (others.length > 0) throw new Error(`One frame at a time, not also ${others.join(' ')}`)
  const frameUrl = parseFrameUrl(frame)
  if (values.project === undefined || values.project === '') throw new Error('--project is missing')
  return {
    target: {
      frameUrl,
      projectId: values.project,
      mailUrl: parseUrl('--mail', values.mail).href,
      origin: parseUrl('--origin', values.origin).origin,
      chains: parseChains(values.chains),
      confirm: parsePattern('--confirm', values.confirm),
      reject: parsePattern('--reject', values.reject),
      timeoutMs: parseTimeout(values.timeout),
    },
    profiles: parseProfiles(values.profile),
    browserPath: values.browser,
    isJson: values.json,
  }
}
