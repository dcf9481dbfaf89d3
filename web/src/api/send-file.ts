// Sends a file to an issue, and tells how much of it has been sent: fetch can't say that.
import { ApiError, addressOf } from "./client.ts";
import type { Issue } from "./types.ts";

export function sendFile(issue: string, file: File, onSent: (part: number) => void = () => {}): Promise<Issue> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", addressOf(`/issues/${issue}/attachments?name=${encodeURIComponent(file.name)}`));
    request.setRequestHeader("content-type", file.type === "" ? "application/octet-stream" : file.type);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onerror = () =>
      reject(new ApiError(0, "offline", "The server can't be reached, or it cut the file off. Try again."));
    request.onload = () => {
      const { status } = request;
      const { data, error } = parsed(request.responseText);
      if (status < 300 && data !== undefined) resolve(data);
      else reject(new ApiError(status, "refused", error?.message ?? `The server answered ${status}.`));
    };
    request.send(file);
  });
}

function parsed(text: string): { data?: Issue; error?: { message: string } } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
