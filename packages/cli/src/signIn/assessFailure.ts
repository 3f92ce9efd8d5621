import { AppError } from '@latchkey/protocol/errors'
import { describeFailure } from '../deployment/ask.ts'
import { type Finding, fault } from '../deployment/Finding.ts'
import { NoMail } from './mailbox/Mailbox.ts'
import type { StepFailed } from './signIn.ts'

type Advice = { readonly why: string; readonly fix: string }

const whyNobody = 'Nobody can sign in by email.'
const logs = (what: string): string =>
  `\`docker compose --project-directory infra logs api custody\`: lines with "ref" or ${what}`

const secondsOf = ({ details }: AppError): string => {
  const { seconds } = details as { seconds?: unknown }
  return typeof seconds === 'number' ? ` for ${seconds} s` : ''
}

const advice: Readonly<Record<string, Advice>> = {
  RATE_LIMITED: {
    why: 'Limits are for people. A check that signs in often needs its own.',
    fix: 'Let the network that this runs in mail more: "networks": { "<its address>": { "mailsPerKnownNetworkHour": 60, "mailsPerKnownNetworkDay": 1440 } } in shared/limits.json in CONFIG_FOLDER.',
  },
  MAIL_FAILED: {
    why: whyNobody,
    fix: `API_SMTP_URL (links) or CUSTODY_SMTP_URL (codes) in infra/.env; ${logs('`mail server cannot be reached`')}.`,
  },
  SERVICE_UNAVAILABLE: {
    why: whyNobody,
    fix: `${logs('`database lost`, `redis lost`')}; \`latchkey doctor\` says which part is unavailable.`,
  },
  SERVICE_UNREACHABLE: { why: whyNobody, fix: '`latchkey doctor` says which part does not answer.' },
  KEYS_UNREACHABLE: {
    why: whyNobody,
    fix: 'The key store is unavailable, or rejects the service: AWS KMS or Vault, and the role of the service there.',
  },
  PROOF_INVALID: {
    why: whyNobody,
    fix: 'PUBLIC_URL of api and custody must be the address that browsers use, API_ORIGIN and CUSTODY_ORIGIN in infra/.env; no proxy may change the path or the header DPoP.',
  },
  PROJECT_UNKNOWN: {
    why: 'The project cannot be used.',
    fix: 'Add the project to shared/projects.json in CONFIG_FOLDER, or pass another --project.',
  },
  ORIGIN_NOT_ALLOWED: {
    why: 'The page cannot sign anyone in.',
    fix: 'Add the page to "origins" of the project in shared/projects.json in CONFIG_FOLDER, or pass another --origin.',
  },
}

/** Explains a failed step, and how to fix it. */
export const assessFailure = ({ step, cause }: StepFailed, mailWaitMs: number): Finding => {
  if (cause instanceof NoMail)
    return fault(step, {
      seen: `no such mail within ${mailWaitMs / 1_000} s`,
      why: whyNobody,
      fix: `Look into the spam folder of the mailbox, and at SPF and DMARC (\`latchkey doctor --mail-from\`); ${logs('`mail given up`')}. Mail services that rewrite links take the token out of them.`,
    })
  if (cause instanceof AppError) {
    const { why, fix } = advice[cause.name] ?? { why: whyNobody, fix: `${logs('INTERNAL')}.` }
    const ref = cause.ref === undefined ? '' : ` (ref ${cause.ref})`
    return fault(step, { seen: `${cause.name}${secondsOf(cause)}${ref}`, why, fix })
  }
  return fault(step, {
    seen: describeFailure(cause),
    why: 'Whether people can sign in is not known.',
    fix: 'Check --mailbox, and MAILBOX_PASSWORD or MAILBOX_PASSWORD_FILE.',
  })
}
