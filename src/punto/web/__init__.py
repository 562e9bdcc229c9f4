"""The floor on the network: what people see, who they are, what they may ask for."""
