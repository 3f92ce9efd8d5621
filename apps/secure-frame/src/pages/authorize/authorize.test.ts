import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { Caller } from '../../session/Caller.ts'
import { agreedApps } from './agreedApps.ts'
import { type AskingApp, createAuthorizing } from './createAuthorizing.ts'
import { readAddress } from './readAddress.ts'

const authorization = 'A'.repeat(43)
const apiUrl = 'https://api.example'
const app: AskingApp = {
  clientId: 'shop',
  projectName: 'Shop',
  origin: 'https://shop.example',
  scopes: ['openid', 'email'],
  mustAsk: false,
  cancelAt: `${apiUrl}/oidc/auth/${authorization}`,
}
const ada = { userId: 'ada' } as Caller
const bob = { userId: 'bob' } as Caller

const memoryStorage = () => {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { localStorage } as unknown as Pick<Window, 'localStorage'>
}

const open = ({
  requestContext = app,
  address = { authorization } as ReturnType<typeof readAddress>,
  continueAt = `${app.cancelAt}?decision=x`,
  storage = memoryStorage(),
  caller = ada,
  fails = null as AppError | null,
} = {}) => {
  const went: string[] = []
  const asked: string[] = []
  const authorizing = createAuthorizing({
    address,
    read: async (uid) => {
      asked.push(`read ${uid}`)
      if (fails?.name === 'AUTHORIZATION_EXPIRED') throw fails
      return requestContext
    },
    allow: async ({ userId }) => {
      asked.push(`allow ${userId}`)
      if (fails !== null) throw fails
      return { continueAt }
    },
    confirmed: (_, work) => work(caller),
    agreed: agreedApps(storage),
    apiUrl,
    go: (to) => void went.push(to),
  })
  return { authorizing, went, asked, storage }
}

test('a user who agrees goes on to the api', async () => {
  const { authorizing, went } = open()
  await authorizing.read()
  authorizing.entered(ada)
  expect(authorizing.current()).toMatchObject({ kind: 'asking', app, busy: false })
  await authorizing.allow()
  expect(authorizing.current()).toEqual({ kind: 'leaving', app })
  expect(went).toEqual([`${app.cancelAt}?decision=x`])
})

test('a user who has agreed to all of it is not asked again; another user, more, or an app that wants it, is', async () => {
  const first = open()
  await first.authorizing.read()
  await first.authorizing.allow()
  const { storage } = first
  const again = async (options: Parameters<typeof open>[0], caller = ada) => {
    const { authorizing, asked } = open({ storage, caller, ...options })
    await authorizing.read()
    authorizing.entered(caller)
    return asked.includes(`allow ${caller.userId}`)
  }
  expect(await again({})).toBe(true)
  expect(await again({ requestContext: { ...app, scopes: ['openid'] } })).toBe(true)
  expect(await again({ requestContext: { ...app, scopes: ['openid', 'email', 'wallets'] } })).toBe(false)
  expect(await again({ requestContext: { ...app, origin: 'https://other.example' } })).toBe(false)
  expect(await again({ requestContext: { ...app, clientId: 'other' } })).toBe(false)
  expect(await again({ requestContext: { ...app, mustAsk: true } })).toBe(false)
  expect(await again({}, bob)).toBe(false)
  agreedApps(storage).forget()
  expect(await again({})).toBe(false)
})

test('the browser goes nowhere but to the api', async () => {
  for (const elsewhere of ['https://evil.example/', 'javascript:alert(1)', `${apiUrl}.evil.example/`]) {
    const { authorizing, went } = open({ continueAt: elsewhere, requestContext: { ...app, cancelAt: elsewhere } })
    await authorizing.read()
    await authorizing.allow()
    authorizing.cancel()
    expect(went).toEqual([])
    expect(authorizing.current()).toMatchObject({ kind: 'asking', error: { name: 'INTERNAL' } })
  }
})

test('a user who cancels goes back without having agreed', async () => {
  const { authorizing, went, asked } = open()
  await authorizing.read()
  authorizing.cancel()
  expect(went).toEqual([app.cancelAt])
  expect(asked).toEqual([`read ${authorization}`])
})

test('what has ended is over; what is away can be tried again, and nothing is remembered', async () => {
  const over = open({ fails: new AppError('AUTHORIZATION_EXPIRED') })
  await over.authorizing.read()
  expect(over.authorizing.current()).toEqual({ kind: 'refused', refusal: 'expired' })
  const away = open({ fails: new AppError('SERVICE_UNREACHABLE') })
  await away.authorizing.read()
  await away.authorizing.allow()
  expect(away.authorizing.current()).toMatchObject({
    kind: 'asking',
    busy: false,
    error: { name: 'SERVICE_UNREACHABLE' },
  })
  expect(away.storage.localStorage.getItem('latchkey-agreed-apps')).toBeNull()
  const left = open({ fails: new AppError('USER_REJECTED') })
  await left.authorizing.read()
  await left.authorizing.allow()
  expect(left.authorizing.current()).toMatchObject({ kind: 'asking', busy: false, error: null })
})

test('the address names a sign-in, or why there is none', async () => {
  expect(readAddress(`#${authorization}`)).toEqual({ authorization })
  expect(readAddress('#error=invalid_client')).toEqual({ refusal: 'app' })
  expect(readAddress('#error=invalid_redirect_uri')).toEqual({ refusal: 'app' })
  expect(readAddress('#error=invalid_request')).toEqual({ refusal: 'expired' })
  expect(readAddress('#error=temporarily_unavailable')).toEqual({ refusal: 'unavailable' })
  for (const hash of ['', '#', '#short', `#${authorization}A`])
    expect(readAddress(hash)).toEqual({ refusal: 'missing' })
  const { authorizing, asked } = open({ address: { refusal: 'app' } })
  await authorizing.read()
  expect([authorizing.current(), asked]).toEqual([{ kind: 'refused', refusal: 'app' }, []])
})

test('storage that is blocked, or holds something else, holds no agreement', () => {
  const { localStorage } = memoryStorage()
  localStorage.setItem('latchkey-agreed-apps', '{"userId":"ada"}')
  const asked = { userId: 'ada', clientId: 'shop', origin: app.origin, scopes: [] }
  expect(agreedApps({ localStorage }).has(asked)).toBe(false)
  const blocked = {
    get localStorage(): Storage {
      throw new DOMException('blocked', 'SecurityError')
    },
  }
  expect(agreedApps(blocked).has(asked)).toBe(false)
  agreedApps(blocked).add(asked)
  agreedApps(blocked).forget()
})
