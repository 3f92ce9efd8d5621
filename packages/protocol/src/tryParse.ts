import * as z from 'zod/mini'

/**
 * Whether foreign data fit a schema. Unlike the parser alone it never throws: a check of length compares whatever is called
 * `length`, and what has no primitive value cannot be compared.
 */
export const tryParse = <schema extends z.ZodMiniType>(
  schema: schema,
  data: unknown,
): { success: true; data: z.output<schema> } | { success: false; error: unknown } => {
  try {
    return z.safeParse(schema, data)
  } catch (error) {
    return { success: false, error }
  }
}
