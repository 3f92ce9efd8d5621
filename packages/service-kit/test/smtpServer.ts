import { createServer, type Socket } from 'node:net'

export type Delivered = { to: string; data: string }

/**
 * A mail server that accepts everything unless `answerTo` returns a rejection for a recipient, such as `550 no such user`. `hold` delays
 * the acceptance of a mail until it resolves.
 */
export type SmtpServer = AsyncDisposable & {
  port: number
  delivered: readonly Delivered[]
  /** Number of connections so far. */
  connections(): number
  /** Makes it accept connections and send nothing, until the result is called. */
  freeze(): () => void
}
export type SmtpServerOptions = {
  port?: number
  answerTo?: (recipient: string) => string | null
  hold?: () => Promise<void>
}

export async function startSmtpServer({ port = 0, answerTo, hold }: SmtpServerOptions = {}): Promise<SmtpServer> {
  const delivered: Delivered[] = []
  const sockets = new Set<Socket>()
  let count = 0
  let thawed: Promise<void> | null = null

  const server = createServer((socket) => {
    count++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let buffered = ''
    let to = ''
    let data: string | null = null
    const write = (line: string) => socket.write(`${line}\r\n`)
    const say = (line: string) => (thawed === null ? write(line) : void thawed.then(() => write(line)))
    const command = (line: string): void => {
      if (/^RCPT/i.test(line)) {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        say(answerTo?.(to) ?? '250 fine')
      } else if (/^DATA/i.test(line)) {
        data = ''
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        say('221 bye')
        socket.end()
      } else say('250 fine')
    }
    const finish = async (mail: Delivered) => {
      await hold?.()
      delivered.push(mail)
      say('250 taken')
    }
    socket.on('data', (chunk) => {
      buffered += chunk
      for (let end = buffered.indexOf('\r\n'); end !== -1; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        if (data === null) command(line)
        else if (line === '.') {
          void finish({ to, data })
          data = null
        } else data += `${line}\n`
      }
    })
    say('220 test')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    delivered,
    connections: () => count,
    freeze() {
      const { promise, resolve } = Promise.withResolvers<void>()
      thawed = promise
      return () => {
        thawed = null
        resolve()
      }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
