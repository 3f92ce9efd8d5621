import { connect, isIP } from 'node:net'
import { describeFailure } from '../../deployment/ask.ts'
import { type Deployment, isLoopback, originsOf, portOf } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped } from '../../deployment/Finding.ts'
import type { Check } from '../Check.ts'

const timeoutMs = 4_000

/** Connects and disconnects. Resolves with null, or with the error. */
const tryPort = (address: string, port: number): Promise<Error | null> =>
  new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: timeoutMs })
    const end = (outcome: Error | null) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.once('connect', () => end(null))
    socket.once('timeout', () => end(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('error', end)
  })

/** Returns whether this machine has no route to addresses of that family. */
const isOurOwn = (error: Error): boolean =>
  'code' in error && /^(?:ENETUNREACH|EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(String(error.code))

const addressesOf = ({ resolver }: Deployment, host: string): Promise<string[]> => {
  const bare = host.replace(/^\[|\]$/g, '')
  return isIP(bare) ? Promise.resolve([bare]) : resolver.addresses(bare)
}

const checkName = async (deployment: Deployment, origin: string): Promise<Finding[]> => {
  const { hostname } = new URL(origin)
  const port = portOf(new URL(origin))
  const addresses = await addressesOf(deployment, hostname).catch(() => [])
  if (addresses.length === 0)
    return [
      fault(`addresses of ${hostname}`, {
        seen: 'the name has none',
        why: 'No browser finds the deployment.',
        fix: `Add an A record, and an AAAA record if the machine has IPv6, for ${hostname}.`,
      }),
    ]
  const tried = await Promise.all(addresses.map(async (address) => ({ address, error: await tryPort(address, port) })))
  return tried.map(({ address, error }) => {
    const subject = `port ${port} of ${hostname} at ${address}`
    if (error === null) return ok(subject, 'open')
    if (isOurOwn(error)) return skipped(subject, 'this machine has no way to addresses of that kind')
    const record = isIP(address) === 6 ? 'AAAA' : 'A'
    return fault(subject, {
      seen: describeFailure(error),
      why: 'Users whose browser takes this address wait, or find nothing.',
      fix: `Open the port in the firewall, or remove the ${record} record.${
        record === 'AAAA'
          ? ' Docker Engine 27 and newer gives containers IPv6 (enable_ipv6 of outside-proxy in infra/docker-compose.yml).'
          : ''
      }`,
    })
  })
}

/** Checks ports of single parts, which should only be reachable within the deployment. */
const checkPrivatePorts = async (deployment: Deployment): Promise<Finding> => {
  const { privatePorts, walletOrigin } = deployment
  const { hostname } = new URL(walletOrigin)
  const subject = `private ports of ${hostname}`
  if (privatePorts.length === 0) return skipped(subject, 'the deployment is on this machine, which may reach them')
  const [address] = await addressesOf(deployment, hostname).catch(() => [])
  if (address === undefined) return skipped(subject, 'the name has no address')
  const tried = await Promise.all(privatePorts.map(async (port) => ({ port, error: await tryPort(address, port) })))
  const open = tried.flatMap(({ port, error }) => (error === null ? [port] : []))
  if (open.length === 0) return ok(subject, `closed: ${privatePorts.join(', ')}`)
  return fault(subject, {
    seen: `open: ${open.join(', ')}`,
    why: 'Strangers reach a service, the database or Redis without the proxy, and can name any address as theirs.',
    fix: 'Only the proxy publishes ports: remove other `ports:` in infra/docker-compose.yml, and close these in the firewall.',
  })
}

/** Checks that every address of each host name accepts connections, and that private ports are closed. */
export const checkNames: Check = {
  area: 'Names and ports',
  run: async (deployment) => [
    ...(await Promise.all(originsOf(deployment).map((origin) => checkName(deployment, origin)))).flat(),
    await checkPrivatePorts(deployment),
  ],
}

/** Returns the ports of the compose file's services, and the default ones of PostgreSQL and Redis. */
export const privatePortsOf = (origin: string): readonly number[] =>
  isLoopback(new URL(origin).hostname) ? [] : [3001, 3002, 3011, 3012, 3022, 5432, 6379, 9090, 9464]
