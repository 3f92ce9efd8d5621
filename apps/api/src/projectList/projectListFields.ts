import { hostsOf, port, text } from '@latchkey/service-kit/settings/fields'
import * as z from 'zod/mini'

export const projectListFields = {
  /** Where frame servers read all projects, on no other port of ours; without it nowhere. */
  PROJECT_LIST_PORT: z.optional(port),
  /** Addresses that it listens on, with commas; without it the loopback ones. */
  PROJECT_LIST_HOSTS: z.optional(text),
} as const

export type ProjectListSettings = {
  /** Where frame servers read all projects. Default: nowhere; addresses: the loopback ones. */
  projectListListener?: { port: number; hosts?: readonly string[] }
}

export const readProjectListFields = (
  values: z.output<z.ZodMiniObject<typeof projectListFields>>,
): ProjectListSettings =>
  values.PROJECT_LIST_PORT === undefined
    ? {}
    : { projectListListener: { port: values.PROJECT_LIST_PORT, ...hostsOf(values.PROJECT_LIST_HOSTS) } }
