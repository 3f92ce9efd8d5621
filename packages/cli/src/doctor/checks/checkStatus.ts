import {
  type DeploymentStatus,
  deploymentStatus,
  type Readiness,
  readiness,
  readyPaths,
  statusPath,
} from '@latchkey/api-client/readiness'
import * as z from 'zod/mini'
import { describeFailure, jsonOf } from '../../deployment/ask.ts'
import type { Deployment } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped } from '../../deployment/Finding.ts'
import type { Check } from '../Check.ts'

const logs = (service: string): string => `docker compose --project-directory infra logs ${service}`

const help: Readonly<Record<string, { why: string; fix: string }>> = {
  api: {
    why: 'Nobody signs in, and pages read nothing of chains.',
    fix: `\`${logs('api')}\` says why it does not answer.`,
  },
  custody: { why: 'Nobody signs in.', fix: `\`${logs('custody')}\` says why it does not answer.` },
  database: {
    why: 'Nobody signs in, and no wallet unlocks on a new device.',
    fix: `\`${logs('database')}\`; DATABASE_URL of api and custody; log lines \`database lost\` of both; disk of the volume \`database\`.`,
  },
  redis: {
    why: 'Calls are rejected while nobody counts them.',
    fix: `\`${logs('redis')}\`; REDIS_URL of api and custody; log lines \`redis lost\` of both.`,
  },
  mail: {
    why: 'No code or link arrives: nobody signs in by email.',
    fix: 'API_SMTP_URL and CUSTODY_SMTP_URL in infra/.env; log lines `mail server cannot be reached`; the firewall must let port 465 or 587 out.',
  },
  chains: {
    why: 'Balances, fees and transactions of these chains fail.',
    fix: 'NODES in api.env in CONFIG_FOLDER: a list of nodes for each chain, or [] to stop serving it; log lines `node lost` and `node is of another chain` of api name the host.',
  },
}

/** Returns an authority's own readiness; null if it has none. */
export const readReadiness = async (
  { ask, facts, walletOrigin }: Deployment,
  authority: 'api' | 'custody',
): Promise<Readiness | null> => {
  const base = (authority === 'api' ? facts?.apiUrl : facts?.custodyUrl) ?? walletOrigin
  const parsed = await ask(`${base}${readyPaths[authority]}`).then(
    (answer) => z.safeParse(readiness, jsonOf(answer)),
    () => null,
  )
  return parsed?.success ? parsed.data : null
}

const checkParts = ({ parts }: DeploymentStatus, away: readonly string[]): Finding[] =>
  Object.entries(parts).flatMap(([name, state]) => {
    if (state === 'ok') return [ok(name, 'ok')]
    // A separate finding reports what it lacks.
    if ((name === 'api' || name === 'custody') && state === 'degraded') return []
    // Each chain has a separate finding, too.
    if (name === 'chains' && away.length > 0) return []
    const { why, fix } = help[name] ?? { why: 'Part of the deployment does not work.', fix: `\`${logs(name)}\`` }
    return [fault(name, { seen: state, why, fix })]
  })

/** Checks that the status page responds, and reports each unavailable part. */
export const checkStatus: Check = {
  area: 'Status',
  run: async (deployment) => {
    const url = `${deployment.walletOrigin}${statusPath}`
    const [asked, api] = await Promise.all([
      deployment.ask(url).then(
        (answer) => ({
          status: z.safeParse(deploymentStatus, jsonOf(answer)),
          seen: `status ${answer.status}: ${url}`,
        }),
        (error: unknown) => ({ status: null, seen: `${describeFailure(error)}: ${url}` }),
      ),
      readReadiness(deployment, 'api'),
    ])
    if (!asked.status?.success)
      return [
        fault('status page', {
          seen: asked.seen,
          why: 'You can’t tell from outside which part is unavailable.',
          fix: 'Route /status of the wallet’s host name to the frame server, as every path there.',
        }),
        skipped('parts', 'there is no status'),
      ]
    const away = Object.entries(api?.parts ?? {}).flatMap(([name, state]) =>
      name.includes(':') && state === 'away' ? [name] : [],
    )
    return checkParts(asked.status.data, away)
  },
}
