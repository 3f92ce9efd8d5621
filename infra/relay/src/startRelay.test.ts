import { SignClient } from '@walletconnect/sign-client'
import type { SessionTypes } from '@walletconnect/types'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startRelay } from './startRelay.ts'

type Client = InstanceType<typeof SignClient>

const open = async () => {
  const relay = await startRelay({ port: 0 })
  onTestFinished(relay.close)
  const join = async (name: string): Promise<Client> => {
    const client = await SignClient.init({
      projectId: 'demo',
      relayUrl: `ws://127.0.0.1:${relay.port}`,
      // Each client has separate storage, as two devices do.
      customStoragePrefix: `${name}-${crypto.randomUUID()}`,
      logger: 'silent',
      telemetryEnabled: false,
      metadata: { name, description: name, url: `https://${name}.example`, icons: [] },
    })
    onTestFinished(async () => {
      await client.core.relayer.transportClose()
      client.core.heartbeat.stop()
    })
    return client
  }
  return { relay, join }
}

const namespaces = {
  eip155: {
    chains: ['eip155:1'],
    accounts: ['eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    methods: ['personal_sign'],
    events: ['accountsChanged'],
  },
}

const connect = async (dapp: Client, wallet: Client): Promise<SessionTypes.Struct> => {
  wallet.on('session_proposal', async ({ id }) => {
    await wallet.approve({ id, namespaces })
  })
  const { chains, methods, events } = namespaces.eip155
  const { uri, approval } = await dapp.connect({ optionalNamespaces: { eip155: { chains, methods, events } } })
  await wallet.pair({ uri: uri ?? '' })
  return await approval()
}

test('carries pairing, session, requests, events, pings and the end between two real clients', async () => {
  const { join } = await open()
  const dapp = await join('dapp')
  const wallet = await join('wallet')
  const { topic } = await connect(dapp, wallet)

  wallet.on('session_request', async ({ id, params }) => {
    expect(params.request.params).toEqual(['0x00', 'me'])
    await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x1234' } })
  })
  const request = { method: 'personal_sign', params: ['0x00', 'me'] }
  expect(await dapp.request({ topic, chainId: 'eip155:1', request })).toBe('0x1234')

  const changed = new Promise((resolve) => dapp.on('session_event', ({ params }) => resolve(params.event)))
  const event = { name: 'accountsChanged', data: namespaces.eip155.accounts }
  await wallet.emit({ topic, chainId: 'eip155:1', event })
  expect(await changed).toEqual(event)
  await dapp.ping({ topic })

  const ended = new Promise<void>((resolve) => dapp.on('session_delete', () => resolve()))
  await wallet.disconnect({ topic, reason: { code: 6000, message: 'User disconnected' } })
  await ended
})

test('keeps messages to an absent client until it is back', async () => {
  const { join } = await open()
  const dapp = await join('dapp')
  const wallet = await join('wallet')
  const { topic } = await connect(dapp, wallet)

  wallet.on('session_request', async ({ id }) => {
    await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x5678' } })
  })
  await wallet.core.relayer.transportClose()
  const request = { method: 'personal_sign', params: ['0x01', 'me'] }
  const answer = dapp.request({ topic, chainId: 'eip155:1', request })
  await wallet.core.relayer.restartTransport()
  expect(await answer).toBe('0x5678')
})

test('rejects a client without a signed token', async () => {
  const { relay } = await open()
  const refused = new WebSocket(`ws://127.0.0.1:${relay.port}/?auth=a.b.c`)
  expect(await new Promise((resolve) => refused.on('error', ({ message }) => resolve(message)))).toContain('401')
})

test('says that it is there', async () => {
  const { relay } = await open()
  const answer = await fetch(`http://127.0.0.1:${relay.port}/health`)
  expect(await answer.json()).toEqual({ status: 'ok', part: 'relay' })
})
