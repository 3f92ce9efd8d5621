/** Returns the label that was typed or pasted, in small letters and without the zone. */
export const readLabel = (text: string, zone: string): string => {
  const typed = text.trim().toLowerCase()
  return typed.endsWith(`.${zone}`) ? typed.slice(0, -zone.length - 1) : typed
}
