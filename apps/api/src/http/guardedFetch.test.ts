import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardedFetch, type GuardedRequest } from './guardedFetch.ts'
import { isPublicAddress } from './publicAddresses.ts'

const plain: GuardedRequest = { method: 'GET', timeoutMs: 5_000, maxBytes: 1_000 }

/** A server on this machine, and the requests it received. */
const withServer = async (answer: RequestListener) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
  '',
])('%s is not on the public internet', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('%s is on the public internet', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

test.each([
  'http://1.1.1.1/',
  'http://example.com/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://user:word@example.com/',
  'https://example.com:8443/',
  'https://1.1.1.1:22/',
  'file:///etc/passwd',
  'ftp://example.com/',
  'data:application/json,{}',
  'x-batch-gateway:true',
  'no address',
])('%s is not asked', async (url) => {
  await expect(createGuardedFetch({ reach: 'internet' })(url, plain)).rejects.toThrow()
})

test('a server of this machine is not reached from the internet side, whatever it is called', async () => {
  const { url, asked } = await withServer((_, response) => response.end('{}'))
  const fetch = createGuardedFetch({ reach: 'internet' })
  await expect(fetch(url, plain)).rejects.toThrow('not https')
  const withoutPort = (host: string) => `https://${host}/`
  await expect(fetch(url.replace('http:', 'https:'), plain)).rejects.toThrow('port of its own')
  await expect(fetch(withoutPort('127.0.0.1'), plain)).rejects.toThrow('public internet')
  await expect(fetch(withoutPort('localhost'), plain)).rejects.toThrow('public internet')
  expect(asked).toEqual([])
})

test('a local stack reaches its own servers over http, and nobody else’s', async () => {
  const { url, asked } = await withServer((_, response) => response.end('{"data":"0x"}'))
  const fetch = createGuardedFetch({ reach: 'ownMachine' })
  expect(await fetch(`${url}/a`, plain)).toEqual({ status: 200, text: '{"data":"0x"}' })
  const body = { data: '0x' }
  expect(await fetch(`${url}/b`, { ...plain, method: 'POST', body })).toMatchObject({ status: 200 })
  expect(asked).toEqual(['GET /a', 'POST /b'])
  for (const other of ['http://10.0.0.1/', 'http://1.1.1.1/', 'https://10.0.0.1/'])
    await expect(fetch(other, plain)).rejects.toThrow('public internet')
})

test('a redirect is an answer, and nobody follows it', async () => {
  const { url, asked } = await withServer((_, response) => response.writeHead(302, { Location: '/inside' }).end())
  expect(await createGuardedFetch({ reach: 'ownMachine' })(url, plain)).toEqual({ status: 302, text: '' })
  expect(asked).toEqual(['GET /'])
})

test('an answer that is too long, hangs, or breaks off comes to an end', async () => {
  const fetch = createGuardedFetch({ reach: 'ownMachine' })
  const long = await withServer((_, response) => response.end('x'.repeat(10_000_000)))
  await expect(fetch(long.url, plain)).rejects.toThrow('too long')
  const hanging = await withServer((_, response) => response.write('{'))
  await expect(fetch(hanging.url, { ...plain, timeoutMs: 100 })).rejects.toThrow()
  const silent = await withServer(() => undefined)
  await expect(fetch(silent.url, { ...plain, timeoutMs: 100 })).rejects.toThrow()
  const broken = await withServer((_, response) => {
    response.writeHead(200, { 'Content-Length': '100' })
    response.write('{')
    response.destroy()
  })
  await expect(fetch(broken.url, plain)).rejects.toThrow()
})
