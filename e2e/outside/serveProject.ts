import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Project } from './rows.ts'
import { developerEnv } from './run.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

const withNonce = (text: string, nonce: string): string => text.replaceAll('{nonce}', nonce).replaceAll('NONCE', nonce)

/** Compresses files as servers do, each once. */
const createCompressor = () => {
  const known = new Map<string, Buffer>()
  return (file: string): Buffer => {
    const compressed = known.get(file) ?? gzipSync(readFileSync(file))
    known.set(file, compressed)
    return compressed
  }
}

const serveFiles = async (folder: string, port: number, headers: Readonly<Record<string, string>>) => {
  const compress = createCompressor()
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
    const nonce = crypto.randomUUID()
    const sent = Object.entries(headers).map(([name, value]) => [name, withNonce(value, nonce)])
    const isHtml = file.endsWith('.html')
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'text/plain',
      ...(isHtml ? {} : { 'content-encoding': 'gzip' }),
      ...Object.fromEntries(sent),
    })
    response.end(isHtml ? withNonce(readFileSync(file, 'utf8'), nonce) : compress(file))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Resolves when `url` responds; rejects when the process ends before that. */
const untilAnswered = async (url: string, ended: Promise<never>): Promise<void> => {
  const isAnswered = () =>
    fetch(url).then(
      (response) => response.ok,
      () => false,
    )
  while (!(await Promise.race([isAnswered(), ended]))) await new Promise((resolve) => setTimeout(resolve, 200))
}

const serveByCommand = async (folder: string, port: number, [command = '', ...args]: readonly string[]) => {
  const program = join(folder, 'node_modules/.bin', command)
  const given = args.map((arg) => arg.replace('{port}', String(port)))
  // A separate process group: its children end with it.
  const child = spawn(program, given, {
    cwd: folder,
    env: developerEnv(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ended = closed.then((): never => {
    throw new Error(`${command} ended:\n${output}`)
  })
  ended.catch(() => undefined)
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await closed
  }
  try {
    await untilAnswered(`http://127.0.0.1:${port}`, ended)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Serves a made project at `http://127.0.0.1:<port>` until it is disposed of. */
export const serveProject = async (
  folder: string,
  { serve }: Project,
  port: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<AsyncDisposable> => {
  const stop =
    'files' in serve
      ? await serveFiles(join(folder, serve.files), port, headers)
      : await serveByCommand(folder, port, serve.command)
  return { [Symbol.asyncDispose]: stop }
}
