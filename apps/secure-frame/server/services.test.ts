import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { walletProjectId } from '@latchkey/api-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readProjectOrigins, readSealingKeys } from './services.ts'

type Answer = { status: number; body: unknown }

/** A service that answers each path as the table says; what is not in it is down. */
const serviceWith = async (answers: Record<string, Answer>) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push(request.url ?? '')
    const { status, body } = answers[path] ?? { status: 503, body: '' }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const addresses = {
    apiUrl: url,
    custodyUrl: url,
    walletOrigin: 'https://w.example',
    vaultOrigin: 'https://v.example',
  }
  return { addresses, asked, answers }
}

const keys = (authority: string, hpkePublicKey: string): Answer => ({
  status: 200,
  body: { authority, hpkePublicKey, signingKey: { kty: 'EC', crv: 'P-256', x: '', y: '', kid: '' } },
})

describe('readProjectOrigins', () => {
  test('asks for the project and remembers the answer', async () => {
    const origins = { status: 200, body: { allowedOrigins: ['https://dapp.example'] } }
    const { addresses, asked } = await serviceWith({ '/projects/v1/origins': origins })
    const read = readProjectOrigins(addresses)
    expect(await read('demo')).toEqual(['https://dapp.example'])
    expect(await read('demo')).toEqual(['https://dapp.example'])
    expect(asked).toEqual(['/projects/v1/origins?projectId=demo'])
  })

  test('knows nobody the service does not know, nor what cannot be a project', async () => {
    const unknown = { status: 401, body: { error: { name: 'PROJECT_UNKNOWN', code: 4100, message: '' } } }
    const { addresses } = await serviceWith({ '/projects/v1/origins': unknown })
    const read = readProjectOrigins(addresses)
    expect(await read('nobody')).toBeNull()
    expect(await read('')).toBeNull()
    expect(await read('x'.repeat(129))).toBeNull()
  })

  test('gives the wallet’s own project the wallet’s own origin, whatever the service says', async () => {
    const { addresses, asked } = await serviceWith({
      '/projects/v1/origins': { status: 200, body: { allowedOrigins: ['https://dapp.example'] } },
    })
    expect(await readProjectOrigins(addresses)(walletProjectId)).toEqual(['https://w.example'])
    expect(asked).toEqual([])
  })

  test('waits for a service that is away for a moment', async () => {
    const { addresses, asked, answers } = await serviceWith({})
    const read = readProjectOrigins(addresses)('demo')
    await expect.poll(() => asked.length).toBeGreaterThan(1)
    answers['/projects/v1/origins'] = { status: 200, body: { allowedOrigins: ['https://dapp.example'] } }
    expect(await read).toEqual(['https://dapp.example'])
  })

  test('fails when the service stays away, and asks again the next time', async () => {
    const { addresses, answers } = await serviceWith({})
    const read = readProjectOrigins(addresses, { outageLimitMs: 0 })
    await expect(read('demo')).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    answers['/projects/v1/origins'] = { status: 200, body: { allowedOrigins: [] } }
    expect(await read('demo')).toEqual([])
  })
})

describe('readSealingKeys', () => {
  test('takes the key of each authority', async () => {
    const { addresses } = await serviceWith({
      '/account/v1/keys': keys('api', 'QQ'),
      '/custody/v1/keys': keys('custody', 'Qg'),
    })
    expect(await readSealingKeys(addresses)()).toEqual({ apiHpkePublicKey: 'QQ', custodyHpkePublicKey: 'Qg' })
  })

  test.each([
    ['the services are swapped', keys('custody', 'QQ'), keys('api', 'Qg')],
    ['both have one key', keys('api', 'QQ'), keys('custody', 'QQ')],
    ['one of them is down', keys('api', 'QQ'), { status: 503, body: '' }],
  ])('fails when %s', async (_, api, custody) => {
    const { addresses } = await serviceWith({ '/account/v1/keys': api, '/custody/v1/keys': custody })
    await expect(readSealingKeys(addresses, { outageLimitMs: 0 })()).rejects.toThrow()
  })
})
