/** Loaded into the bundler's process before the bundler, which would otherwise listen on every interface. */
import { type ListenOptions, Server } from 'node:net'

const { listen } = Server.prototype
Server.prototype.listen = function (this: Server, options: ListenOptions, ...rest: never[]) {
  return listen.call(this, { ...options, host: '127.0.0.1' }, ...rest)
} as typeof listen
