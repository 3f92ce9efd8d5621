import { decodeBase64url, encodeBase64url, type Solution, type WalletRecord } from '@latchkey/api-client'
import { formatBase58 } from '@latchkey/chains'
import { AppError, catalogue } from '@latchkey/protocol'
import type { Device, TestAuthorities } from '@latchkey/vault/test'
import { Hono } from 'hono'
import { keccak256 } from 'viem/utils'
import { testChallenges } from './testChallenges.ts'

/** The code of every mail. */
export const rightCode = '428317'

export type TestServices = {
  api: Hono
  custody: Hono
  /** Raw transactions that the chain has taken. */
  sent: string[]
  /** Sends no responses, as if both services were down. */
  setDown(isDown: boolean): void
  /** Every mail needs a challenge. */
  setChallenging(isChallenging: boolean): void
  /** The number of solved challenges. */
  solved(): number
}

export type TestServicesOptions = {
  authorities: TestAuthorities
  walletOrigin: string
  /** The listed origins of the projects `demo` and `strict`; the latter accepts only profile 5. */
  allowedOrigins: readonly string[]
}

type Sessions = Map<string, { userId: string; device: Device }>

/**
 * API and custody over HTTP, for one wallet document: the endpoints that it calls, the authorities' rules for shares, and
 * a chain that knows the sent transactions. Proofs are read, not verified: the backend's own tests do that.
 */
export const testServices = ({ authorities, walletOrigin, allowedOrigins }: TestServicesOptions): TestServices => {
  const users = new Map<string, string>()
  const attempts = new Map<string, string>()
  const grants = new Map<string, string>()
  const sessions: Sessions = new Map()
  const refreshTokens: Sessions = new Map()
  const records = new Map<string, WalletRecord>()
  const sent: string[] = []
  const challenges = testChallenges()
  let isChallenging = false
  let solved = 0
  let isDown = false
  let tokens = 0
  const token = (): string => `t.${++tokens}.s`

  const recordOf = (walletId: string): WalletRecord => {
    const record = records.get(walletId)
    if (record === undefined) throw new AppError('WALLET_NOT_FOUND')
    return record
  }
  const issue = (userId: string, device: Device) => {
    const accessToken = token()
    const refreshToken = encodeBase64url(new TextEncoder().encode(token()))
    sessions.set(accessToken, { userId, device })
    refreshTokens.set(refreshToken, { userId, device })
    return { accessToken, expiresInSeconds: 600, refreshToken }
  }

  type Call = { body: never; device: () => Promise<Device>; userId: () => string; query: URLSearchParams }
  type Row = (call: Call) => unknown

  const apiRows: Record<string, Row> = {
    'GET /projects/v1/origins': ({ query }) => {
      const projectId = query.get('projectId')
      if (projectId !== 'demo' && projectId !== 'strict') throw new AppError('PROJECT_UNKNOWN')
      return { allowedOrigins, approvals: 'auto', ...(projectId === 'strict' ? { profiles: [5] } : {}) }
    },
    'GET /account/v1/keys': () => keysOf('api', authorities.config.apiHpkePublicKey),
    'POST /account/v1/session': async ({ body, device }) => {
      const { apiGrant } = body as { apiGrant: string }
      const email = grants.get(apiGrant)
      const userId = users.get(email ?? '')
      if (email === undefined || userId === undefined) throw new AppError('SESSION_EXPIRED')
      const tokens = issue(userId, await device())
      return { userId, email, login: null, tokens, wallet: authorities.walletOf(userId) }
    },
    'POST /account/v1/session/refresh': ({ body }) => {
      const { refreshToken } = body as { refreshToken: string }
      const session = refreshTokens.get(refreshToken)
      refreshTokens.delete(refreshToken)
      if (session === undefined) throw new AppError('SESSION_EXPIRED')
      return { tokens: issue(session.userId, session.device) }
    },
    'POST /account/v1/session/end': ({ body }) => {
      refreshTokens.delete((body as { refreshToken: string }).refreshToken)
      return {}
    },
    'GET /account/v1/wallet': ({ userId }) => ({ wallet: authorities.walletOf(userId()) }),
    'POST /account/v1/wallet': async ({ body, device }) => {
      const { record, ...shares } = body as {
        record: WalletRecord
        addressProofs: string[]
        sealedAuthShare: string
        sealedRecoveryAuthShare: string
      }
      records.set(record.walletId, record)
      return { wallet: await authorities.createWallet(await device(), { record, ...shares }) }
    },
    'PUT /account/v1/auth-share': async ({ body, device }) => {
      const { walletId, sealedShare } = body as { walletId: string; sealedShare: string }
      await authorities.putAuthShare(await device(), recordOf(walletId), sealedShare)
      return {}
    },
    'POST /account/v1/auth-share/release': async ({ body, device }) => {
      const { walletId, nonce } = body as { walletId: string; nonce: string }
      const record = recordOf(walletId)
      return { sealedShare: await authorities.releaseAuthShare(await device(), record, nonce), wallet: record }
    },
    'POST /account/v1/recovery-auth-share/release': async ({ body, device }) => {
      const { walletId, nonce } = body as { walletId: string; nonce: string }
      const { api, sessionId } = await authorities.releaseRecoveryShares(await device(), recordOf(walletId), nonce)
      return { sealedShare: api, sessionId }
    },
    'POST /account/v1/device-link/start': () => ({ link: null }),
    'POST /v1': ({ body, query }) => {
      const { id, method, params } = body as { id: number; method: string; params: string[] }
      const isSolana = query.get('chainId')?.startsWith('solana:') === true
      return { jsonrpc: '2.0', id, result: isSolana ? cluster(method, params) : node(method, params) }
    },
  }

  /** A cluster on which every account is rich and nothing changes. */
  const cluster = (method: string, params: readonly unknown[]): unknown => {
    const account = { owner: '1'.repeat(32), lamports: 5_000_000_000, data: ['', 'base64'] }
    const [first, second] = params as [string | string[], { accounts: { addresses: string[] } }]
    if (method === 'getMultipleAccounts') return { value: (first as string[]).map(() => account) }
    if (method === 'simulateTransaction') {
      return { value: { err: null, logs: [], accounts: second.accounts.addresses.map(() => account) } }
    }
    const wire = Buffer.from(sent[sent.push(first as string) - 1] ?? '', 'base64')
    return formatBase58(wire.subarray(1, 65))
  }

  const node = (method: string, [first = '']: readonly string[]): unknown => {
    const quantities: Record<string, string> = {
      eth_estimateGas: '0x5208',
      eth_getBalance: '0x29a2241af62c0000',
      eth_maxPriorityFeePerGas: '0x3b9aca00',
      eth_getTransactionCount: `0x${sent.length.toString(16)}`,
      eth_blockNumber: '0x10',
    }
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x3b9aca00' }
    if (method === 'eth_sendRawTransaction') return keccak256(sent[sent.push(first) - 1] as `0x${string}`)
    if (method === 'eth_getTransactionByHash') {
      return sent.some((raw) => keccak256(raw as `0x${string}`) === first) ? { hash: first } : null
    }
    return quantities[method] ?? null
  }

  const emailOf = ({ attemptId, code }: { attemptId: string; code: string }): string => {
    const email = attempts.get(attemptId)
    if (email === undefined) throw new AppError('OTP_EXPIRED')
    if (code !== rightCode) throw new AppError('OTP_INVALID', { details: { triesLeft: 2 } })
    return email
  }
  const custodyRows: Record<string, Row> = {
    'GET /custody/v1/keys': () => keysOf('custody', authorities.config.custodyHpkePublicKey),
    'POST /custody/v1/email/start': async ({ body }) => {
      const attemptId = crypto.randomUUID()
      const { email, solution } = body as { email: string; solution?: Solution }
      if (isChallenging) {
        if (solution === undefined || !challenges.isSolved(solution))
          throw new AppError('CHALLENGE_REQUIRED', { details: { ...(await challenges.make()) } })
        solved++
      }
      attempts.set(attemptId, email)
      return { attemptId, expiresInSeconds: 600, resendInSeconds: 30 }
    },
    'POST /custody/v1/social/account': ({ body }) => {
      emailOf(body)
      return { account: null }
    },
    'POST /custody/v1/email/verify': async ({ body, device }) => {
      const email = emailOf(body)
      attempts.delete((body as { attemptId: string }).attemptId)
      const userId = users.get(email) ?? crypto.randomUUID()
      users.set(email, userId)
      const apiGrant = token()
      grants.set(apiGrant, email)
      const custodyToken = token()
      sessions.set(custodyToken, { userId, device: await device() })
      return { userId, apiGrant, custodyToken }
    },
    'PUT /custody/v1/recovery-share': async ({ body, userId }) => {
      const { sealedShare, ...about } = body as Pick<WalletRecord, 'walletId' | 'generation' | 'recoveryShareId'> & {
        sealedShare: string
      }
      // Only what the share's context names; the API receives the record itself later.
      const record = { userId: userId(), ...about } as WalletRecord
      await authorities.putRecoveryShare(record, sealedShare)
      return { receipt: token() }
    },
    'POST /custody/v1/recovery-share/release': async ({ body, device }) => {
      const record = recordOf((body as { walletId: string }).walletId)
      return { sealedShare: (await authorities.releaseRecoveryShares(await device(), record, '')).custody }
    },
  }

  const serve = (rows: Record<string, Row>): Hono => {
    const app = new Hono()
    app.all('*', async (context) => {
      const { req } = context
      const cors = {
        'access-control-allow-origin': walletOrigin,
        'access-control-allow-headers': 'content-type, dpop, authorization',
        'access-control-allow-methods': 'GET, POST, PUT',
      }
      if (req.method === 'OPTIONS') return context.body(null, 204, cors)
      const row = rows[`${req.method} ${req.path}`]
      if (isDown || row === undefined) return context.body('', 503, cors)
      const body = req.method === 'GET' ? {} : JSON.parse(await req.text())
      const call: Call = {
        body: body as never,
        query: new URL(req.url).searchParams,
        device: () => deviceOfProof(req.header('dpop') ?? ''),
        userId: () => {
          const session = sessions.get((req.header('authorization') ?? '').slice('DPoP '.length))
          if (session === undefined) throw new AppError('SESSION_EXPIRED')
          return session.userId
        },
      }
      try {
        return context.body(JSON.stringify(await row(call)), 200, { ...cors, 'content-type': 'application/json' })
      } catch (thrown) {
        const error = AppError.from(thrown)
        const status = catalogue[error.name].http as 400
        return context.body(JSON.stringify({ error: error.toWire() }), status, cors)
      }
    })
    return app
  }

  return {
    api: serve(apiRows),
    custody: serve(custodyRows),
    sent,
    setDown: (value) => {
      isDown = value
    },
    setChallenging: (value) => {
      isChallenging = value
    },
    solved: () => solved,
  }
}

const keysOf = (authority: 'api' | 'custody', hpkePublicKey: string) => ({
  authority,
  hpkePublicKey,
  signingKey: { kty: 'EC', crv: 'P-256', x: '', y: '', kid: authority },
})

const deviceOfProof = async (proof: string): Promise<Device> => {
  const [header = '', claims = ''] = proof.split('.').map((part) => new TextDecoder().decode(decodeBase64url(part)))
  const { crv, kty, x, y } = JSON.parse(header).jwk
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify({ crv, kty, x, y })))
  return { deviceId: encodeBase64url(new Uint8Array(digest)), hpkePublicKey: JSON.parse(claims).hpke }
}
