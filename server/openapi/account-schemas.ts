import * as z from 'zod';

/** Length of a password in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

const email = z.email().max(254);
/** Shorter minimum for signing in: passwords of an earlier rule must still work. */
const password = z.string().min(1).max(PASSWORD_LENGTH.max);
const newPassword = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);

export const SignUpRequest = z.strictObject({ email, password: newPassword });
export const SignInRequest = z.strictObject({ email, password });
export const PasswordRequest = z.strictObject({ password, newPassword });
export const ForgottenRequest = z.strictObject({ email });
export const ResetRequest = z.strictObject({ token: z.string().min(1).max(256), password: newPassword });

export const Nothing = z.strictObject({});
