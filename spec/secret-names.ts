const secretName =
  /token|secret|passw|passphrase|pwd|session|credential|signature|jwt|bearer|cookie|[cx]srf|authori[sz]ation|assertion|(?:api|auth|access|private|shared)[-_.]?key|(?:^|[-_.])(?:keys?|auth|sig|sid|pass|pin|otp|access(?!-control-))(?:$|[-_.])/

/** Whether the name of a header, a parameter or a member says that its value is secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase())
}
