import { isIP } from 'node:net'
import { connect, rootCertificates, type TLSSocket } from 'node:tls'
import { describeFailure } from '../../deployment/ask.ts'
import { type Deployment, isLoopback, originsOf, portOf } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped, warning } from '../../deployment/Finding.ts'
import type { Check } from '../Check.ts'

const timeoutMs = 5_000
const dayMs = 86_400_000
/** Caddy and other ACME clients renew 30 days before the end: with fewer than this left, renewal has failed for days. */
const leastDays = 14

const proxyLog = 'docker compose --project-directory infra logs proxy'
const whyCertificate = 'Browsers show a warning in place of the wallet, and pages that embed it get nothing.'
const whyOld = 'TLS 1.0 and 1.1 are broken (RFC 8996), and audits reject them.'

/** Opens a connection for `use` and closes it at the end; rejects when it fails. */
const shakeHands = <result>(
  origin: string,
  options: { ca?: string | undefined; isOld?: boolean },
  read: (socket: TLSSocket) => result,
): Promise<result> =>
  new Promise((resolve, reject) => {
    const url = new URL(origin)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connect(
      {
        host,
        port: portOf(url),
        ...(isIP(host) ? {} : { servername: host }),
        rejectUnauthorized: false,
        ALPNProtocols: ['http/1.1'],
        timeout: timeoutMs,
        ...(options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] }),
        ...(options.isOld === true
          ? { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }
          : {}),
      },
      () => {
        const found = read(socket)
        socket.destroy()
        resolve(found)
      },
    )
    socket.once('error', reject)
    socket.once('timeout', () => {
      socket.destroy()
      reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }))
    })
  })

/** Fixes for OpenSSL's errors. */
const fixes: Readonly<Record<string, (host: string) => string>> = {
  CERT_HAS_EXPIRED: () =>
    `See why renewing failed (${proxyLog}): ports 80 and 443 must be open, and the volume \`certificates\` writable.`,
  CERT_NOT_YET_VALID: () => 'Set the clock of this machine, or of the one that made the certificate.',
  ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
    `Get a certificate for ${host}. The proxy gets one for each host name in infra/.env.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) =>
    `Use a certificate of a public authority for ${host}. The proxy fetches one by itself where ports 80 and 443 are open to the internet.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () =>
    'Send the whole chain: with nginx `ssl_certificate` is fullchain.pem, with HAProxy `crt` holds certificate, chain and key.',
  SELF_SIGNED_CERT_IN_CHAIN: (host) =>
    `Use a certificate of a public authority for ${host}. If your browsers know your own authority, run this with NODE_EXTRA_CA_CERTS=<its certificate>.`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (host) =>
    `Send the whole chain of the certificate of ${host}. If it is of your own authority, run this with NODE_EXTRA_CA_CERTS=<its certificate>.`,
}

const checkCertificate = async ({ ca }: Deployment, origin: string): Promise<Finding> => {
  const { host } = new URL(origin)
  const subject = `certificate of ${host}`
  try {
    const { error, validTo, protocol } = await shakeHands(origin, { ca }, (socket) => ({
      // If a connection isn't rejected, Node stores the error's code here.
      error: socket.authorizationError as unknown as string | Error | null,
      validTo: Date.parse(socket.getPeerCertificate().valid_to),
      protocol: socket.getProtocol(),
    }))
    if (error !== null && error !== undefined) {
      const code = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : error
      const fix = fixes[code]?.(host) ?? `Get a certificate for ${host} that browsers accept.`
      return fault(subject, { seen: code, why: whyCertificate, fix })
    }
    const days = Math.floor((validTo - Date.now()) / dayMs)
    if (days >= leastDays) return ok(subject, `valid for ${days} days, ${protocol}`)
    return fault(subject, {
      seen: `expires in ${days} days`,
      why: `Renewing should have happened by now. ${whyCertificate}`,
      fix: `See why renewing failed: ${proxyLog}. Ports 80 and 443 must be open, and the volume \`certificates\` writable.`,
    })
  } catch (error) {
    return fault(subject, {
      seen: describeFailure(error),
      why: whyCertificate,
      fix: `Let the proxy listen on port ${portOf(new URL(origin))} with TLS (\`ports\` of proxy in infra/docker-compose.yml).`,
    })
  }
}

/** Returns whether a server responded with a rejection. */
const isRejection = (error: Error): boolean =>
  'code' in error && /^(?:ERR_SSL_|EPROTO$|ECONNRESET$)/.test(String(error.code))

const checkOldProtocols = async (_: Deployment, origin: string): Promise<Finding> => {
  const { host } = new URL(origin)
  const subject = `old TLS at ${host}`
  const accepted = await shakeHands(origin, { isOld: true }, (socket) => socket.getProtocol()).catch(
    (error: unknown) => error,
  )
  if (typeof accepted !== 'string')
    return accepted instanceof Error && isRejection(accepted)
      ? ok(subject, 'TLS 1.0 and 1.1 are rejected')
      : skipped(subject, describeFailure(accepted))
  return fault(subject, {
    seen: `${accepted} is accepted`,
    why: whyOld,
    fix: 'With nginx `ssl_protocols TLSv1.2 TLSv1.3;`, with HAProxy `ssl-min-ver TLSv1.2` behind `bind`, at a CDN its minimum TLS version. Caddy accepts neither.',
  })
}

const checkPlainHttp = async ({ ask, plainPort }: Deployment, origin: string): Promise<Finding> => {
  const { hostname, port } = new URL(origin)
  const subject = `HTTP at ${hostname}`
  if (port !== '' && plainPort === 80) return skipped(subject, `only looked at where HTTPS is on port 443, not ${port}`)
  try {
    const answer = await ask(`http://${hostname}${plainPort === 80 ? '' : `:${plainPort}`}/`)
    const location = answer.headers.find(([name]) => name === 'location')?.[1] ?? ''
    const isSent = answer.status >= 300 && answer.status < 400 && URL.canParse(location)
    if (isSent && new URL(location).origin === origin) return ok(subject, `${answer.status} to ${origin}`)
    return fault(subject, {
      seen: isSent ? `${answer.status} to ${new URL(location).origin}` : `answers with ${answer.status}`,
      why: 'Whoever types the address without https:// gets something else, which anyone on the way can change.',
      fix: `Redirect to ${origin} with status 308. The proxy does where the origins in infra/.env start with https://; with nginx \`return 308 https://$host$request_uri;\`.`,
    })
  } catch (error) {
    return warning(subject, {
      seen: describeFailure(error),
      why: 'Whoever types the address without https:// finds nothing, and certificates can only be renewed over port 443.',
      fix: 'Open port 80 (`ports` of proxy in infra/docker-compose.yml, and the firewall).',
    })
  }
}

const checkOrigin = async (deployment: Deployment, origin: string): Promise<Finding[]> => {
  const { protocol, host, hostname } = new URL(origin)
  if (protocol === 'https:')
    return Promise.all([
      checkCertificate(deployment, origin),
      checkOldProtocols(deployment, origin),
      checkPlainHttp(deployment, origin),
    ])
  const subject = `TLS at ${host}`
  if (isLoopback(hostname)) return [skipped(subject, 'the deployment is on this machine, and without TLS')]
  return [
    fault(subject, {
      seen: 'the origin is http://',
      why: 'Browsers give keys and storage only to pages that came over HTTPS.',
      fix: 'Let all four origins in infra/.env start with https://.',
    }),
  ]
}

/** Checks the certificate, old TLS versions and the redirect from HTTP of each origin. */
export const checkTls: Check = {
  area: 'TLS',
  run: async (deployment) =>
    (await Promise.all(originsOf(deployment).map((origin) => checkOrigin(deployment, origin)))).flat(),
}
