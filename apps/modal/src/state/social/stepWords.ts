import { errorCopy } from '@latchkey/copy/error'
import { t as modalT } from '@latchkey/copy/modal'
import { t } from '@latchkey/copy/social'
import type { AppError, ErrorName } from '@latchkey/protocol'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import type { SocialProvider } from '../../Modal.ts'
import type { SocialStep } from './SocialStep.ts'

const titles = {
  starting: 'continue',
  waiting: 'waiting',
  blocked: 'blocked',
  apart: 'apart',
  closed: 'closed',
  scanning: 'scan',
} as const satisfies Record<Exclude<SocialStep['status'], 'failed' | 'opening'>, string>

/** Errors that are known to come from the provider. Every other error is after it, and has its own reason. */
const ofProvider: readonly ErrorName[] = [
  'SOCIAL_DENIED',
  'SOCIAL_EXPIRED',
  'SOCIAL_REFUSED',
  'PROVIDER_UNAVAILABLE',
  'NOT_ENABLED',
]

/** Errors whose texts state that nothing has happened. */
const withOutcome: readonly ErrorName[] = ['SOCIAL_DENIED', 'SOCIAL_REFUSED']

/** The progress in one line: the view's heading, also announced to screen readers. */
export const stepTitle = (step: SocialStep, provider: SocialProvider): string => {
  const { name } = loginProviders[provider]
  if (step.status === 'opening') return modalT('openingWallet')
  if (step.status !== 'failed') return t(titles[step.status], { name })
  return ofProvider.includes(step.error.name) ? errorCopy(step.error, name).title : t('failed', { name })
}

/** Why it failed, what was kept, and what to do. */
export const failureText = (error: AppError): string => {
  const { title, body } = errorCopy(error)
  if (withOutcome.includes(error.name)) return body
  return ofProvider.includes(error.name)
    ? t('outcome', { advice: body })
    : t('failedText', { reason: title, advice: body })
}
