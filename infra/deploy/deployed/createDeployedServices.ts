import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { networks } from '@latchkey/chains'
import { localSettings, type OpenServices, readProjects } from '@latchkey/local'
import { type Deployed, type ServiceName, startDeployed } from './startDeployed.ts'
import type { PlainProcess } from './startPlain.ts'

/** Compose waits too, longer after each crash. */
const restartMs = 250

type LocalSettings = ReturnType<typeof localSettings>

/** A process of the deployment, by service and number, such as `api 1`. */
export type ReplicaName = `${ServiceName} ${number}`

export type DeployedServices = {
  open: OpenServices
  /** Each process that should run, with its id. */
  processes(): ReadonlyMap<ReplicaName, PlainProcess>
  /** Kills a process as a crash does. It is restarted, as `restart: unless-stopped` does. */
  kill(name: ReplicaName): void
  /** Resolves when the replacement process is healthy. */
  untilBack(name: ReplicaName): Promise<void>
  /** Crashes the database's server. */
  crashDatabase(): Promise<void>
}

/**
 * The deployed services in place of the local stack's own api, custody and frame: PostgreSQL, two Redis servers, Caddy, and `replicas`
 * processes of each service, with the settings of the compose file and the local stack's chains, mails and sign-in providers.
 */
export function createDeployedServices({ replicas = 2 }: { replicas?: number } = {}): DeployedServices {
  const running = new Map<ReplicaName, PlainProcess>()
  let deployed: Deployed | undefined
  let isClosing = false

  const keepRunning = (name: ReplicaName, logFile: string, log: (line: string) => void): void => {
    const [service, replica] = partsOf(name)
    if (deployed === undefined) return
    const started = deployed.run(service, {}, replica)
    running.set(name, started)
    started.follow((text) => appendFileSync(logFile, text))
    void started.ended.then(async (code) => {
      await sleep(restartMs)
      if (isClosing) return
      log(`${name} ended (${code ?? 'killed'}) and is started again`)
      keepRunning(name, logFile, log)
    })
  }

  const untilBack: DeployedServices['untilBack'] = async (name) => {
    const [service, replica] = partsOf(name)
    for (;;) {
      if (running.get(name)?.isRunning() && (await deployed?.isHealthy(service, replica))) return
      if (isClosing) throw new Error(`${name} is not started again`)
      await sleep(100)
    }
  }

  const open: OpenServices = async (context) => {
    const { urls, ports, dataFolder, log } = context
    const folder = join(dataFolder, 'deployed')
    mkdirSync(folder, { recursive: true })
    const tokenListFile = join(folder, 'tokens.json')
    const settings = localSettings(context)
    writeFileSync(tokenListFile, JSON.stringify(settings.tokenList))
    isClosing = false
    const shape = await startDeployed({
      replicas,
      origins: urls,
      projects: readProjects(ports),
      // All clients are on this machine, and no mail leaves it.
      limits: { networks: { '127.0.0.0/8': 'unlimited', '::1/128': 'unlimited' }, limits: manyMails },
      smtpPort: ports.smtp,
      variables: variablesOf(settings, tokenListFile),
    })
    deployed = shape
    const start = async (service: ServiceName, count = 1): Promise<void> => {
      const names = Array.from({ length: count }, (_, replica): ReplicaName => `${service} ${replica}`)
      for (const name of names) keepRunning(name, join(folder, `${name.replace(' ', '-')}.log`), log)
      await Promise.all(
        names.map((name, replica) => shape.untilHealthy(service, running.get(name) as PlainProcess, replica)),
      )
    }
    const close = async (): Promise<void> => {
      isClosing = true
      running.clear()
      deployed = undefined
      await shape[Symbol.asyncDispose]()
    }
    try {
      await Promise.all([start('redis'), start('cache')])
      const migrated = shape.run('migrate')
      if ((await migrated.ended) !== 0) throw new Error(migrated.said())
      await Promise.all([start('api', replicas), start('custody', replicas), start('frame', replicas)])
      await start('proxy')
    } catch (error) {
      await close()
      throw error
    }
    return { close }
  }

  return {
    open,
    processes: () => running,
    kill: (name) => running.get(name)?.kill(),
    untilBack,
    crashDatabase: async () => {
      await deployed?.database.crash()
      await deployed?.database.start()
    },
  }
}

/** Limits per email address and project still apply. */
const manyMails = {
  mailsPerEmailHour: 1_000,
  mailsPerEmailDay: 1_000,
  mailsPerKnownNetworkHour: 1_000,
  mailsPerKnownNetworkDay: 1_000,
  mailsPerProjectDay: 1_000_000,
}

const partsOf = (name: ReplicaName): [ServiceName, number] => {
  const [service, replica] = name.split(' ')
  return [service as ServiceName, Number(replica)]
}

/** Returns the local stack's settings under the names that operators use. Custody gets no secret of the api. */
function variablesOf(
  settings: LocalSettings,
  tokenListFile: string,
): Record<'api' | 'custody', Record<string, string>> {
  const { nodes, smartAccounts, paymasterKey, esplora, index, ens, prices, social, farcaster } = settings
  const shared = { FARCASTER_RELAY_URL: farcaster.relayUrl, FARCASTER_RPC_URL: farcaster.rpcUrl }
  const { chainId, universalResolver } = ens
  const socialVariables = Object.entries(social).flatMap(([provider, fields]) =>
    Object.entries(fields).map(([field, value]): [string, string] => [
      `SOCIAL_${provider.toUpperCase()}_${variableEnd(field)}`,
      String(value).replaceAll('\n', '\\n'),
    ]),
  )
  return {
    api: {
      ...shared,
      // Replaces the registry's public nodes.
      NODES: JSON.stringify({
        ...Object.fromEntries(networks.map(({ caipNetworkId }) => [caipNetworkId, []])),
        ...nodes,
      }),
      SMART_ACCOUNTS: JSON.stringify(smartAccounts),
      PAYMASTER_KEY: Buffer.from(paymasterKey).toString('hex'),
      ESPLORA: JSON.stringify(esplora),
      INDEX: JSON.stringify(index),
      ENS: JSON.stringify({ chainId, universalResolver }),
      TOKEN_LIST_FILE: tokenListFile,
      EXCHANGES: JSON.stringify(prices.exchanges),
      ...Object.fromEntries(socialVariables),
    },
    custody: {
      ...shared,
      ...Object.fromEntries(socialVariables.filter(([name]) => /_(?:CLIENT_ID|ISSUER)$/.test(name))),
    },
  }
}

/** `privateKeyPem` is `PRIVATE_KEY`, `clientId` is `CLIENT_ID`. */
const variableEnd = (field: string): string =>
  field
    .replace(/Pem$/, '')
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()
