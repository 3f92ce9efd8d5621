/** Exports for tests and measurements of the running system: a scripted device that signs in. */
export { createTestDevice, type Login, type TestDevice } from './testDevice.ts'
