/** The word for a bound that was held or missed. A missed one makes the whole run fail. */
export function reached(isReached: boolean): 'reached' | 'MISSED' {
  if (!isReached) process.exitCode = 1
  return isReached ? 'reached' : 'MISSED'
}
