import type { AppError, ErrorName } from '@latchkey/protocol'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import type { SocialProvider } from '../../Modal.ts'
import type { LaterWordKey } from '../../words/enLater.ts'
import { errorWords } from '../../words/errorWords.ts'
import { sayLater } from '../../words/sayLater.ts'
import type { SocialStep } from './SocialStep.ts'

const titles = {
  starting: 'social.continue',
  waiting: 'social.waiting',
  blocked: 'social.blocked',
  apart: 'social.apart',
  scanning: 'social.scan',
  opening: 'social.opening',
} as const satisfies Record<Exclude<SocialStep['status'], 'failed'>, LaterWordKey>

type Failure = { readonly title: LaterWordKey; readonly text: LaterWordKey }

/** What failed, where a visitor knows it by the provider. */
const failures: Partial<Record<ErrorName, Failure>> = {
  SOCIAL_DENIED: { title: 'social.denied', text: 'social.deniedHint' },
  SOCIAL_EXPIRED: { title: 'social.expired', text: 'social.expiredHint' },
  SOCIAL_REFUSED: { title: 'social.refused', text: 'social.refusedHint' },
  PROVIDER_UNAVAILABLE: { title: 'social.unavailable', text: 'social.unavailableHint' },
  FRAME_LOAD_FAILED: { title: 'social.failed', text: 'social.noWalletHint' },
  NOT_ENABLED: { title: 'social.notEnabled', text: 'social.notEnabledHint' },
}

const failureOf = ({ name }: AppError): Failure | undefined => failures[name]

/** What is going on, in one line: heading of the view, and said to screen readers. */
export const stepTitle = (step: SocialStep, provider: SocialProvider): string => {
  const name = loginProviders[provider].name
  if (step.status !== 'failed') return sayLater(titles[step.status], { name })
  const failure = failureOf(step.error)
  return failure === undefined ? sayLater('social.failed', { name }) : sayLater(failure.title, { name })
}

/** Why it failed, and what was not lost. */
export const failureText = (error: AppError, provider: SocialProvider): string => {
  const failure = failureOf(error)
  return failure === undefined
    ? `${errorWords(error)}.`
    : sayLater(failure.text, { name: loginProviders[provider].name })
}
