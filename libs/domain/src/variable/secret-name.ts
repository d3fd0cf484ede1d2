/** Spec 9, v6.1.2: what begins so is secret, whoever sets it: an account, a check, or a script while it runs. */
export const SECRET_PREFIX = 'SERVICE_SECRET_';

export const isSecretName = (name: string): boolean => name.startsWith(SECRET_PREFIX);
