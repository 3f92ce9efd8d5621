import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAesGcm, sealAesGcm } from '../aesGcm.ts'
import type { VaultKmsSettings } from './vaultKms.ts'
import type { VaultLogin } from './vaultToken.ts'

type Body = Record<string, string | number | undefined>
type Answer = { status: number; body?: unknown }

/**
 * Emulates the part of Vault's HTTP API that we use, on a port: transit keys with versions and derivation, tokens with leases, AppRole,
 * Kubernetes, and errors. Written from the API documentation of Vault and the source of OpenBao's transit engine, without access to a real
 * one.
 */
export async function startVaultStandIn() {
  const versions = [randomBytes(32)]
  const macVersions = [randomBytes(32)]
  /** Valid tokens, with what they may do. */
  const tokens = new Map<string, { isRenewable: boolean }>()
  const state = {
    calls: [] as string[],
    isDerived: true,
    isSealed: false,
    /** Of tokens, in seconds. */
    leaseSeconds: 3_600,
    /** Whether tokens can no longer be renewed. */
    isAtLongest: false,
    roleId: 'a role',
    secretId: 'a secret id',
    serviceAccount: 'a service account',
    namespace: undefined as string | undefined,
  }
  const grant = (isRenewable = true): string => {
    const token = `hvs.${randomUUID()}`
    tokens.set(token, { isRenewable })
    return token
  }
  const leased = (token: string): Answer => ({
    status: 200,
    body: { auth: { client_token: token, lease_duration: state.leaseSeconds, renewable: true } },
  })
  const refuse = (status: number, ...errors: string[]): Answer => ({ status, body: { errors } })
  const data = (fields: object): Answer => ({ status: 200, body: { data: fields } })

  /** A derived key differs for each context; any other is the same for all. */
  const keyFor = (version: number, context: string): Buffer | null => {
    const key = versions[version - 1]
    if (key === undefined || !state.isDerived) return key ?? null
    return context === '' ? null : Buffer.from(hkdfSync('sha256', key, '', Buffer.from(context, 'base64'), 32))
  }
  const seal = (plaintext: Uint8Array, context: string): string | null => {
    const key = keyFor(versions.length, context)
    if (key === null) return null
    const sealed = sealAesGcm({ key, plaintext, additionalData: new Uint8Array() })
    return `vault:v${versions.length}:${Buffer.from(sealed).toString('base64')}`
  }
  const open = (wrapped: string, context: string): Buffer | null => {
    const [, version, sealed = ''] = /^vault:v(\d+):(.+)$/.exec(wrapped) ?? []
    const key = keyFor(Number(version), context)
    try {
      const bytes = Buffer.from(sealed, 'base64')
      return key && Buffer.from(openAesGcm({ key, sealed: bytes, additionalData: new Uint8Array() }))
    } catch {
      return null
    }
  }
  const transit = (action: string, { context = '', ciphertext = '', input = '', key_version: version = 0 }: Body) => {
    switch (action) {
      case 'datakey/plaintext/shares': {
        const key = randomBytes(32)
        const wrapped = seal(key, `${context}`)
        if (wrapped === null) return refuse(400, 'missing context for key derivation')
        return data({ ciphertext: wrapped, key_version: versions.length, plaintext: key.toString('base64') })
      }
      case 'decrypt/shares': {
        const plaintext = open(`${ciphertext}`, `${context}`)
        return plaintext === null
          ? refuse(400, 'cipher: message authentication failed')
          : data({ plaintext: plaintext.toString('base64') })
      }
      case 'rewrap/shares': {
        const plaintext = open(`${ciphertext}`, `${context}`)
        if (plaintext === null) return refuse(400, 'cipher: message authentication failed')
        return data({ ciphertext: seal(plaintext, `${context}`), key_version: versions.length })
      }
      case 'hmac/macs/sha2-256': {
        const number = Number(version) || macVersions.length
        const key = macVersions[number - 1] ?? Buffer.alloc(0)
        const hmac = createHmac('sha256', key)
          .update(Buffer.from(`${input}`, 'base64'))
          .digest('base64')
        return data({ hmac: `vault:v${number}:${hmac}` })
      }
      case 'keys/shares/rotate':
        versions.push(randomBytes(32))
        return data({ name: 'shares', latest_version: versions.length })
      default:
        return refuse(400, 'encryption key not found')
    }
  }
  const answer = (path: string, body: Body, token: string, namespace: string | undefined): Answer => {
    if (state.isSealed) return refuse(503, 'Vault is sealed')
    if (namespace !== state.namespace) return refuse(404)
    if (path === 'auth/approle/login')
      return body.role_id === state.roleId && body.secret_id === state.secretId
        ? leased(grant())
        : refuse(400, 'invalid role or secret ID')
    if (path === 'auth/kubernetes/login')
      return body.role === 'custody' && body.jwt === state.serviceAccount
        ? leased(grant())
        : refuse(403, 'permission denied')
    const known = tokens.get(token)
    if (known === undefined) return refuse(403, 'permission denied')
    if (path === 'auth/token/renew-self')
      return known.isRenewable && !state.isAtLongest ? leased(token) : refuse(400, 'lease is not renewable')
    return path.startsWith('transit/') ? transit(path.slice('transit/'.length), body) : refuse(404)
  }

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const path = (request.url ?? '').replace('/v1/', '')
    state.calls.push(path)
    const header = (name: string) => request.headers[name] as string | undefined
    const { status, body } =
      request.method === 'POST' && header('x-vault-request') === 'true'
        ? answer(path, JSON.parse(text) as Body, header('x-vault-token') ?? '', header('x-vault-namespace'))
        : refuse(405)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state, {
    address,
    grant,
    revoke: (token: string) => tokens.delete(token),
    revokeAll: () => tokens.clear(),
    rotateMacs: () => macVersions.push(randomBytes(32)),
    /** Deletes all key material but the newest. */
    dropOldKeys: () => void versions.fill(randomBytes(32), 0, -1),
    settings: (login: VaultLogin = { by: 'token', token: grant() }): VaultKmsSettings => ({
      address,
      mount: 'transit',
      keyName: 'shares',
      macKeyName: 'macs',
      login,
    }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  })
}
export type VaultStandIn = Awaited<ReturnType<typeof startVaultStandIn>>
