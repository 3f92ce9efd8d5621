import * as z from 'zod/mini'

/**
 * Returns whether untrusted data match a schema. Unlike the parser itself it never throws: a length check compares any property named
 * `length`, and a value without a primitive form can't be compared.
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
