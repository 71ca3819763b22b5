"""Every screen by name, each as a table at play came to show it: golden pictures, and those of the documents."""
