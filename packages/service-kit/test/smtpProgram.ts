import { startSmtpServer } from './smtpServer.ts'

// A mail server in a process of its own, which can be stopped on its own.
const { port } = await startSmtpServer()
process.stdout.write(`${port}\n`)
