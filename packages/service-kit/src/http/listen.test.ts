import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { freePort } from '../../test/freePort.ts'
import { listenOn } from './listen.ts'

test('listenOn answers requests without a host on each loopback address', async () => {
  const app = new Hono().get('/', (context) => context.text('served'))
  const port = await freePort()
  const listening = await listenOn(app, port)
  for (const place of listening.places) {
    const socket = connect(port, place.startsWith('[') ? '::1' : '127.0.0.1')
    socket.end('GET / HTTP/1.0\r\n\r\n')
    expect([place, await text(socket)]).toEqual([place, expect.stringMatching(/^HTTP\/1\.1 200 /)])
  }
  await listening.close()
})
