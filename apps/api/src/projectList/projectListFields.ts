import { hostsOf, port, text } from '@latchkey/service-kit/settings/fields'
import * as z from 'zod/mini'

export const projectListFields = {
  /** The port for frame servers to read all projects, not served on any other port. Default: not served. */
  PROJECT_LIST_PORT: z.optional(port),
  /** Addresses to listen on, separated by commas. Default: the loopback ones. */
  PROJECT_LIST_HOSTS: z.optional(text),
} as const

export type ProjectListSettings = {
  /** The listener for frame servers to read all projects. Default: none; addresses: the loopback ones. */
  projectListListener?: { port: number; hosts?: readonly string[] }
}

export const readProjectListFields = (
  values: z.output<z.ZodMiniObject<typeof projectListFields>>,
): ProjectListSettings =>
  values.PROJECT_LIST_PORT === undefined
    ? {}
    : { projectListListener: { port: values.PROJECT_LIST_PORT, ...hostsOf(values.PROJECT_LIST_HOSTS) } }
