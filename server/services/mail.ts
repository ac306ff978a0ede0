export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** Sends mail by SMTP. `url` looks like `smtps://user:password@mail.example:465`. */
export async function smtpMail(url: string, from: string): Promise<SendMail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url);
  return async (mail) => {
    await transport.sendMail({ from, ...mail });
  };
}

/** Prints mail, for a service without a mail server: the operator reads it in the terminal. */
export function consoleMail(write: (text: string) => void): SendMail {
  return async ({ to, subject, text }) => write(`\nMail to ${to}: ${subject}\n\n${text}\n\n`);
}
