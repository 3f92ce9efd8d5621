import type { Trial } from './runChaos.ts'

/** One line for a fault and its outcome, with the user's failures along the way; a stack trace if something does not hold. */
export const describeTrial = ({ failure, error, troubles, wasInjected }: Trial): string => {
  const { journey, kind, moment, at, step, leaves } = failure
  const what = `${journey}: ${kind} ${moment} step ${at} (${step.name})${leaves ? ', and leaves' : ''}`
  const outcome = error === null ? (wasInjected ? 'recovered' : 'never came to it') : error.stack
  return `${what}: ${outcome} [${troubles.join(', ')}]`
}
