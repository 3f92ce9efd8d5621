import type { Trial } from './runChaos.ts'

/** One line of what was broken and what came of it, with what the person met on the way; the stack of what does not hold. */
export const describeTrial = ({ failure, error, troubles, wasInjected }: Trial): string => {
  const { journey, kind, moment, at, step, leaves } = failure
  const what = `${journey}: ${kind} ${moment} step ${at} (${step.name})${leaves ? ', and leaves' : ''}`
  const outcome = error === null ? (wasInjected ? 'recovered' : 'never came to it') : error.stack
  return `${what}: ${outcome} [${troubles.join(', ')}]`
}
