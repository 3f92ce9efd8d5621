/** What tests and measurements of the running system need of the backend's own. */
export { type SmtpServer, startSmtpServer } from '../src/mail/smtpServer.fixture.ts'
export { type PostgresServer, startPostgres } from './postgres.ts'
export { freePort } from './programs.ts'
export { findRedis, type RedisServer, startRedis } from './redis.ts'
export { createTestDevice, type Login, type TestDevice } from './testDevice.ts'
