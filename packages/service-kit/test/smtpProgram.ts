import { startSmtpServer } from './smtpServer.ts'

// A mail server in a separate process, which can be stopped independently.
const { port } = await startSmtpServer()
process.stdout.write(`${port}\n`)
