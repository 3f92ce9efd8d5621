import { type Finding, fault, ok, skipped } from '../deployment/Finding.ts'
import { claimedNetwork, type SignedIn } from './signIn.ts'

/** Networks that no internet client has; `x` and prefixes as mails shorten them. */
const privateNetwork =
  /^(?:10\.|127\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd][0-9a-f]{2}:|fe80:|0*:0*:0*1?(?:::|$))/i

const settings = 'TRUSTED_PROXIES in infra/.env (infra/README.md, “Proxies in front”)'

const judge = (authority: 'api' | 'custody', network: string | null, isPublic: boolean): Finding => {
  const subject = `network that ${authority} sees`
  if (network === null) return skipped(subject, 'the mail does not say it')
  if (network === claimedNetwork)
    return fault(subject, {
      seen: `${network}, which this command has made up`,
      why: 'Users choose the address that limits are counted for, so no limit holds for them.',
      fix: `Trust only the networks of the proxies that you run, or whose addresses are known: ${settings}. With a number of proxies there must be no way around them.`,
    })
  if (isPublic && (isPrivate(network) || network === 'unknown'))
    return fault(subject, {
      seen: `${network}, which is no user’s`,
      why: 'All users are one user: together they may ask for 30 mails an hour, then everyone is refused.',
      fix: `List the networks of the CDN or load balancer in front: ${settings}. Over IPv6 Docker’s own proxy hides users where the network has no IPv6: Docker Engine 27 or newer.`,
    })
  return ok(subject, `${network}. If that is not the network that this command runs in, set ${settings}`)
}

/** Returns whether an address, or a network as mails shorten it, can't be an internet client's. */
export const isPrivate = (network: string): boolean => privateNetwork.test(network)

/** Compares the addresses of this command that the two authorities report in their mails. `isPublic`: the deployment is on the internet. */
export const assessNetworks = ({ link, code }: SignedIn, isPublic: boolean): Finding[] => [
  link === null ? skipped('network that api sees', 'it mailed no link') : judge('api', link.network, isPublic),
  judge('custody', code.network, isPublic),
]
