import { headerOf, textOf } from '../../deployment/ask.ts'
import { type Deployment, originsOf } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped } from '../../deployment/Finding.ts'
import type { Check } from '../Check.ts'

/** Possible paths of metrics behind proxies. */
const metricsPaths = ['/metrics', '/account/metrics', '/custody/metrics'] as const

const checkMetrics = async (deployment: Deployment): Promise<Finding> => {
  const urls = originsOf(deployment).flatMap((origin) => metricsPaths.map((path) => `${origin}${path}`))
  const open: string[] = []
  let answers = 0
  for (const url of urls) {
    const answer = await deployment.ask(url).catch(() => null)
    if (answer !== null) answers++
    if (answer?.status === 200 && /^# (?:HELP|TYPE) /m.test(textOf(answer))) open.push(url)
  }
  if (answers === 0) return skipped('metrics', 'nothing answers')
  if (open.length === 0) return ok('metrics', 'not public')
  return fault('metrics', {
    seen: `public: ${open.join(', ')}`,
    why: 'Everyone reads how many people sign in, and how close the services are to their limits.',
    fix: 'Route no path to the port of the metrics: it is for your Prometheus alone, on a network that the proxy is not on.',
  })
}

/** Checks that a deployment's status, which is public for users and programs, can't be read by other sites' pages. */
const checkStatusReaders = async ({ ask, walletOrigin }: Deployment): Promise<Finding> => {
  const answer = await ask(`${walletOrigin}/status`, { headers: { origin: 'https://elsewhere.example' } }).catch(
    () => null,
  )
  if (answer === null) return skipped('foreign pages', 'nothing answers')
  const allowed = headerOf(answer, 'access-control-allow-origin')
  if (allowed === null) return ok('foreign pages', 'may not read')
  return fault('foreign pages', {
    seen: `Access-Control-Allow-Origin: ${allowed}`,
    why: 'Something in front lets foreign pages read answers that our servers keep from them.',
    fix: 'Take Access-Control-Allow-Origin out of what stands in front: the services send it themselves where it belongs.',
  })
}

/** Checks that metrics aren't public and that other sites' pages can't read the status. */
export const checkPrivacy: Check = {
  area: 'Privacy',
  run: async (deployment) => [
    await checkMetrics(deployment),
    await checkStatusReaders(deployment),
    skipped(
      'address that the services see',
      'no page tells strangers; `latchkey sign-in` reads it in the mails that it gets',
    ),
  ],
}
