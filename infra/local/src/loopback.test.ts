import { createServer } from 'node:net'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { expect, onTestFinished, test } from 'vitest'
import { listenOn, loopbackAddresses, requireFreePorts } from './loopback.ts'

const occupy = async (address: string): Promise<number> => {
  const server = createServer()
  onTestFinished(() => {
    server.close()
  })
  return await listenOn(server, address, 0)
}

test('free ports pass, and are free afterwards', async () => {
  const port = await freePort()
  await requireFreePorts({ api: port })
  await requireFreePorts({ api: port })
})

test('taken ports are named together, with the setting that moves them', async () => {
  const [api, inbox] = [await occupy('127.0.0.1'), await occupy(loopbackAddresses.at(-1) ?? '')]
  await expect(requireFreePorts({ api, faucet: await freePort(), 'mail inbox': inbox })).rejects.toThrow(
    `Ports ${api} (api), ${inbox} (mail inbox) are taken by another program. ` +
      'Stop it, or move all ports: LATCHKEY_PORT_BASE=13000 npm start',
  )
})

test('one taken port is reported in the singular', async () => {
  const api = await occupy('127.0.0.1')
  await expect(requireFreePorts({ api })).rejects.toThrow(`Port ${api} (api) is taken by another program.`)
})
